import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useImportEmployees } from './use-employees.ts';
import { ImportDialog } from '../../ui/import/ImportDialog.tsx';
import type { Send } from '../../ui/import/use-import.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';

const columns = ['name', 'email', 'phone'] as const;

/** Adds employees to a tenant from a CSV file. However often one is sent while the network is lost, it is imported once. */
export function ImportEmployeesDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const { mutateAsync } = useImportEmployees();
  const [once] = useState(createOnce);

  if (!tenant) return null;

  const send: Send = async (file, { preview, onProgress }) => {
    const sent = { tenantId: tenant.id, file, preview, onProgress };
    const { employees, conflicts } = preview
      ? await mutateAsync(sent)
      : await once.run([file.name, await file.text()], (idempotencyKey) => mutateAsync({ ...sent, idempotencyKey }));
    return { good: employees, conflicts };
  };

  return (
    <ImportDialog
      opened={opened}
      onClose={onClose}
      title={t('imports.employees', { tenant: tenant.name })}
      unsuccessful={t('imports.unsuccessfulEmployeesImport')}
      columns={columns}
      pattern="Name;Email;Phone"
      send={send}
      onReset={() => once.forget()}
    />
  );
}
