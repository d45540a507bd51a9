import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { NewKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useUpdateKiosk } from './use-kiosks.ts';

const Edit = NewKiosk.omit({ hash: true });
const Before = z.object({ name: z.string(), comment: z.string().nullable() });

/** Changes what people call a kiosk. Its code stays. */
export function EditKioskDialog({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  const { name = '', comment = null } = kiosk ?? {};
  const form = useZodForm(Edit, { values: { name, comment: comment ?? '' } });
  const update = useUpdateKiosk();
  const concurrent = useConcurrentChange({ name, comment }, Before, asLine);

  const save = async (edit: z.output<typeof Edit>) => {
    if (!kiosk) return;
    const change = { kioskId: kiosk.id, edit: { ...edit, previous: concurrent.previous } };
    const saved = await concurrent.watch(() => update.mutateAsync(change));
    toast(t('kiosks.editing.done', { name: saved.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('kiosks.editing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('kiosks.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <TextInput
        label={t('kiosks.field.hash')}
        description={t('kiosks.field.hashLocked')}
        value={kiosk?.hash ?? ''}
        disabled
      />
      <TextField
        control={form.control}
        name="comment"
        label={t('kiosks.field.comment')}
        help={t('kiosks.field.commentHelp')}
        maxLength={200}
      />
    </FormDialog>
  );
}

function asLine({ name, comment }: z.output<typeof Before>): string {
  return comment ? `${name}, ${comment}` : name;
}
