import { type Licence, LicenceDescription } from '@vestibule/contract/kiosks/licence.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useDescribeLicence } from './use-licences.ts';

/** Says what a key is for. */
export function DescribeDialog({ target: licence, opened, onClose }: TargetDialog<Licence>) {
  const { t } = useTranslation();
  const form = useZodForm(LicenceDescription, { values: { description: licence?.description ?? '' } });
  const describe = useDescribeLicence();
  const concurrent = useConcurrentChange(licence?.description ?? null, z.string().nullable());

  const save = async ({ description }: { description: string | null }) => {
    if (!licence) return;
    const change = { licenceId: licence.id, description, previous: concurrent.previous };
    await concurrent.watch(() => describe.mutateAsync(change));
    toast(t('licences.key.describing.done'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('licences.key.describing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <TextField
        control={form.control}
        name="description"
        label={t('licences.key.field.description')}
        help={licence?.key}
        maxLength={200}
        initialFocus
      />
    </FormDialog>
  );
}
