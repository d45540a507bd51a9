import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { toast } from '../../ui/toast.ts';
import classes from './directory.module.css';
import { useRemoveDirectory } from './use-directory.ts';

export function RemoveIntegrationDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const [shouldDeleteEmployees, setShouldDelete] = useState(false);
  const [wasOpened, setWasOpened] = useState(false);
  const remove = useRemoveDirectory();

  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setShouldDelete(false);
  }
  if (!tenant) return null;

  const confirm = async () => {
    await remove.mutateAsync({ tenantId: tenant.id, shouldDeleteEmployees });
    toast(t('directory.removing.done', { tenant: tenant.name }));
  };
  const choices = [
    { value: false, label: t('directory.removing.keep') },
    { value: true, label: t('directory.removing.delete') },
  ];

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('directory.removing.title')}
      confirmLabel={t('directory.remove')}
      onConfirm={confirm}
      otherwise="currentVisitRecords"
      problemTexts={{ currentVisitRecords: t('directory.removing.currentVisits') }}
    >
      <fieldset className={classes.choices}>
        <legend>{t('directory.removing.sure', { tenant: tenant.name })}</legend>
        {choices.map(({ value, label }) => (
          <label key={label} className={classes.choice}>
            <input
              type="radio"
              name="employees"
              checked={shouldDeleteEmployees === value}
              onChange={() => setShouldDelete(value)}
            />
            {label}
          </label>
        ))}
      </fieldset>
    </ConfirmDialog>
  );
}
