import { type Tenant, TenantName } from '@vestibule/contract/tenant.ts';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ChangedMeanwhile } from '../ui/ChangedMeanwhile.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toast } from '../ui/toast.ts';
import { useMeanwhile } from '../ui/use-meanwhile.ts';
import type { TargetDialog } from '../ui/use-target.ts';
import { useZodForm } from '../ui/use-zod-form.ts';
import { useRenameTenant } from './use-tenants.ts';

export function RenameTenantDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const form = useZodForm(TenantName, { values: { name: tenant?.name ?? '' } });
  const rename = useRenameTenant();
  const meanwhile = useMeanwhile(tenant?.name ?? '', z.string());

  const close = () => {
    meanwhile.forget();
    onClose();
  };

  const save = async ({ name }: { name: string }) => {
    if (!tenant) return;
    const change = { tenantId: tenant.id, name, previous: meanwhile.previous };
    await meanwhile.watch(() => rename.mutateAsync(change));
    toast(t('tenants.renaming.done', { name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('tenants.renaming.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
    >
      {meanwhile.changed && <ChangedMeanwhile current={meanwhile.changed.current} onTake={close} />}
      <TextField control={form.control} name="name" label={t('tenants.field.name')} maxLength={120} initialFocus />
    </FormDialog>
  );
}
