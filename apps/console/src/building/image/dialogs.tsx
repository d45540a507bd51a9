import type { Employee } from '@vestibule/contract/building/employee.ts';
import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useTranslation } from 'react-i18next';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { toast } from '../../ui/toast.ts';
import { ChooseImageDialog } from './ChooseImageDialog.tsx';
import { useSetLogo, useSetPhoto } from './use-images.ts';

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

export function ChangePhotoDialog({ target: employee, opened, onClose }: TargetDialog<Employee>) {
  const { t } = useTranslation();
  const setPhoto = useSetPhoto();
  if (!employee) return null;
  const { id: employeeId, tenantId, name, photo } = employee;

  const save = async (photoId: number | null) => {
    await setPhoto.mutateAsync({ employeeId, photoId, previous: photo?.id ?? null });
    toast(t('images.photo.done', { name }));
  };

  return (
    <ChooseImageDialog
      opened={opened}
      onClose={onClose}
      title={t('images.photo.title', { name })}
      owner={{ tenantId }}
      type="photo"
      current={photo}
      onSave={save}
    />
  );
}
