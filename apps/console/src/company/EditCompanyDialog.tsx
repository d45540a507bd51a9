import { type Company, CompanyName } from '@vestibule/contract/company.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useRenameCompany } from './use-companies.ts';

export function EditCompanyDialog({ target: company, opened, onClose }: TargetDialog<Company>) {
  const { t } = useTranslation();
  const form = useZodForm(CompanyName, { values: { name: company?.name ?? '' } });
  const rename = useRenameCompany();
  const meanwhile = useMeanwhile(company?.name ?? '', z.string());

  const close = () => {
    meanwhile.forget();
    onClose();
  };

  const save = async ({ name }: { name: string }) => {
    if (!company) return;
    const change = { companyId: company.id, name, previous: meanwhile.previous };
    await meanwhile.watch(() => rename.mutateAsync(change));
    toast(t('companies.editing.done', { name }));
  };

  return (
    <FormDialog opened={opened} onClose={close} title={t('companies.editing.editCompany')} form={form} onSubmit={save}>
      {meanwhile.changed && <ChangedMeanwhile current={meanwhile.changed.current} onTake={close} />}
      <TextField control={form.control} name="name" label={t('companies.field.name')} maxLength={120} initialFocus />
    </FormDialog>
  );
}
