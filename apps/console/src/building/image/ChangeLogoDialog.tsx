import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { ChooseImageDialog } from './ChooseImageDialog.tsx';
import { useSetLogo } from './use-images.ts';

/** Chooses the logo of a tenant, or none. */
export function ChangeLogoDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const setLogo = useSetLogo();
  if (!tenant) return null;
  const { id: tenantId, name, logo } = tenant;

  const save = async (logoImageId: number | null) => {
    await setLogo.mutateAsync({ tenantId, logoImageId, previous: logo?.id ?? null });
    toast(t('images.logo.done', { name }));
  };

  return (
    <ChooseImageDialog
      opened={opened}
      onClose={onClose}
      title={t('images.logo.title', { name })}
      owner={{ tenantId }}
      type="logo"
      current={logo}
      onSave={save}
    />
  );
}
