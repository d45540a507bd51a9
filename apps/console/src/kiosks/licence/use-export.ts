import type { LicenceFolder } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../../ui/problem-text.ts';
import { saveFile } from '../../ui/save-file.ts';
import { toast } from '../../ui/toast.ts';
import { useExportLicences } from './use-licences.ts';

/** Has the browser save the keys of a folder as a CSV file, or says why it could not. */
export function useExport() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutate, isPending } = useExportLicences();
  return {
    start: ({ id, name }: LicenceFolder) =>
      mutate(id, {
        onSuccess: (csv) => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csv),
        onError: (error) => toast(t('licences.folder.exporting.failed', { name, problem: problemText(error) })),
      }),
    isRunning: isPending,
  };
}
