import type { Employee } from '@vestibule/contract/building/employee.ts';
import { useTranslation } from 'react-i18next';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { ChooseImageDialog } from './ChooseImageDialog.tsx';
import { useSetPhoto } from './use-images.ts';

/** Chooses the photo of an employee, or none. */
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
