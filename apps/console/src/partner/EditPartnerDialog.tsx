import { type Partner, PartnerName } from '@vestibule/contract/partner.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useRenamePartner } from './use-partners.ts';

export function EditPartnerDialog({ target: partner, opened, onClose }: TargetDialog<Partner>) {
  const { t } = useTranslation();
  const form = useZodForm(PartnerName, { values: { name: partner?.name ?? '' } });
  const rename = useRenamePartner();
  const meanwhile = useMeanwhile(partner?.name ?? '', z.string());

  const close = () => {
    meanwhile.forget();
    onClose();
  };

  const save = async ({ name }: { name: string }) => {
    if (!partner) return;
    const change = { partnerId: partner.id, name, previous: meanwhile.previous };
    await meanwhile.watch(() => rename.mutateAsync(change));
    toast(t('partners.editing.done', { name }));
  };

  return (
    <FormDialog opened={opened} onClose={close} title={t('partners.editing.title')} form={form} onSubmit={save}>
      {meanwhile.changed && <ChangedMeanwhile current={meanwhile.changed.current} onTake={close} />}
      <TextField control={form.control} name="name" label={t('partners.field.name')} maxLength={120} initialFocus />
    </FormDialog>
  );
}
