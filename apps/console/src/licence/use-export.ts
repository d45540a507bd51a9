import type { LicenceFolder } from '@vestibule/contract/licence.ts';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '../ui/problem-text.ts';
import { saveFile } from '../ui/save-file.ts';
import { toast } from '../ui/toast.ts';
import { useExportLicences } from './use-licences.ts';

/** Answers a function that has the browser save the keys of a folder as a CSV file, or says why it could not. */
export function useExport(): (folder: LicenceFolder) => void {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutate } = useExportLicences();
  return ({ id, name }) =>
    mutate(id, {
      onSuccess: (csv) => saveFile(`${name}.csv`, 'text/csv;charset=utf-8', csv),
      onError: (error) => toast(t('licences.folder.exporting.failed', { name, problem: problemText(error) })),
    });
}
