import { TypedDeliveryPhones, maxDeliveryPhones } from '@vestibule/contract/building/delivery-phones.ts';
import { BackupEmployee, type Tenant, TenantName } from '@vestibule/contract/building/tenant.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useSignedIn } from '@vestibule/web/session.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { CreateDialog } from '../../ui/dialog/CreateDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { RenameDialog } from '../../ui/dialog/RenameDialog.tsx';
import { typedWord } from '../../ui/dialog/typed-word.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { FieldRows } from '../../ui/form/FieldRows.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useEmployeeOptions } from '../employee/use-employees.ts';
import { useSettingsInForce } from '../settings/use-settings.ts';
import { employeeCountKey } from './employee-count.ts';
import { useReadDeliveryPhones, useSetDeliveryPhones } from './use-delivery-phones.ts';
import { useCreateTenant, useDeleteTenant, useRenameTenant, useSetBackupEmployee } from './use-tenants.ts';

interface AddTenantDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

export function AddTenantDialog({ companyId, opened, onClose }: AddTenantDialogProps) {
  const { t } = useTranslation();
  const create = useCreateTenant(companyId);

  return (
    <CreateDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.adding.title')}
      label={t('tenants.field.name')}
      submitLabel={t('tenants.adding.submit')}
      schema={TenantName}
      onCreate={(name, idempotencyKey) => create.mutateAsync({ name, idempotencyKey })}
      done={({ name }) => t('tenants.adding.done', { name })}
    />
  );
}

export function RenameTenantDialog(dialog: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const rename = useRenameTenant();
  return (
    <RenameDialog
      {...dialog}
      title={t('tenants.renaming.title')}
      label={t('tenants.field.name')}
      submitLabel={t('ui.button.save')}
      schema={TenantName}
      onRename={({ id }, change) => rename.mutateAsync({ tenantId: id, ...change })}
      done={(name) => t('tenants.renaming.done', { name })}
    />
  );
}

const PhonesForm = z.strictObject({ deliveryPhones: TypedDeliveryPhones });
type PhonesForm = z.output<typeof PhonesForm>;

export function DeliveryPhonesDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const problemText = useProblemText();
  const { mutateAsync: read } = useReadDeliveryPhones();
  const [phones, setPhones] = useState<string[] | null>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const tenantId = tenant?.id ?? null;

  // Keeps the text while the dialog fades.
  if (opened !== wasOpened) {
    setWasOpened(opened);
    if (opened) setPhones(null);
  }

  const fail = useEffectEvent((error: unknown) => {
    toast(problemText(error));
    onClose();
  });
  useEffect(() => {
    if (!opened || tenantId === null) return;
    let isCurrent = true;
    read(tenantId).then(
      (now) => isCurrent && setPhones(now),
      (error: unknown) => isCurrent && fail(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [opened, tenantId, read]);

  return <Editor tenant={tenant} phones={phones} opened={opened} onClose={onClose} />;
}

interface EditorProps {
  tenant: Tenant | null;
  /** Null while they load. */
  phones: string[] | null;
  opened: boolean;
  onClose: () => void;
}

function Editor({ tenant, phones: before, opened, onClose }: EditorProps) {
  const { t } = useTranslation();
  const start = before?.length ? before : [''];
  const form = useZodForm(PhonesForm, { values: { deliveryPhones: start } });
  const phones = useWatch({ control: form.control, name: 'deliveryPhones' });
  const save = useSetDeliveryPhones();
  const concurrent = useConcurrentChange(before ?? [], z.array(z.string()), (phones) => phones.join(', ') || null);
  const settings = useSettingsInForce(opened && tenant ? tenant.id : null);
  const { setFocus } = form;

  useEffect(() => {
    if (before) setFocus('deliveryPhones.0');
  }, [before, setFocus]);

  const change = (changed: string[]) =>
    form.setValue('deliveryPhones', changed, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });

  const submit = async ({ deliveryPhones }: PhonesForm) => {
    if (!tenant) return;
    const edit = { tenantId: tenant.id, deliveryPhones, previous: concurrent.previous };
    await concurrent.watch(() => save.mutateAsync(edit));
    toast(t('tenants.deliveryPhones.done', { name: tenant.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.deliveryPhones.title')}
      form={form}
      onSubmit={submit}
      submitLabel={t('ui.button.save')}
      submitDisabled={before === null}
      concurrent={concurrent}
      width={440}
    >
      {before === null ? (
        <Spinner label={t('ui.list.loading')} />
      ) : (
        <FieldRows
          help={t('tenants.deliveryPhones.help', { name: tenant?.name })}
          rows={phones}
          onChange={change}
          onAdded={(index) => form.setFocus(`deliveryPhones.${index}`)}
          maxRows={maxDeliveryPhones}
          fullText={t('errors.max20phones')}
          addLabel={t('tenants.deliveryPhones.add')}
          removeLabel={(row) => t('tenants.deliveryPhones.remove', { phone: row })}
        >
          {(index) => (
            <PhoneField
              control={form.control}
              name={`deliveryPhones.${index}`}
              label={t('tenants.deliveryPhones.phone', { number: index + 1 })}
              {...(settings && { country: settings.countryCode })}
            />
          )}
        </FieldRows>
      )}
    </FormDialog>
  );
}

type BackupForm = z.output<typeof BackupEmployee>;

export function BackupEmployeeDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const before = tenant?.backupEmployee ?? null;
  const form = useZodForm(BackupEmployee, { values: { employeeId: before?.id ?? null } });
  const employees = useEmployeeOptions(opened && tenant ? tenant.id : null, before);
  const save = useSetBackupEmployee();
  const concurrent = useConcurrentChange(before?.id ?? null, z.int().nullable(), () => null);

  const submit = async ({ employeeId }: BackupForm) => {
    if (!tenant) return;
    await concurrent.watch(() => save.mutateAsync({ tenantId: tenant.id, employeeId, previous: concurrent.previous }));
    toast(t('tenants.backupEmployee.done', { name: tenant.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.backupEmployee.title')}
      form={form}
      onSubmit={submit}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <SelectField
        control={form.control}
        name="employeeId"
        label={t('tenants.backupEmployee.title')}
        help={t('tenants.backupEmployee.help')}
        clearable
        {...employees}
      />
    </FormDialog>
  );
}

/** Confirms twice if the tenant has employees. Refused while a visitor is checked in. */
export function DeleteTenantDialog({ target: tenant, opened, onClose }: TargetDialog<Tenant>) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { user } = useSignedIn();
  const deleteTenant = useDeleteTenant();
  if (!tenant) return null;
  const { id, companyId, name, employeeCount } = tenant;

  const confirm = async () => {
    await deleteTenant.mutateAsync({ tenantId: id, ifEmpty: employeeCount === 0 });
    toast(t('tenants.deleting.done', { name }));
    if (user.tenantId === null && matchPath('/tenants/:tenantId/*', pathname)) {
      await navigate(`/company/${companyId}/tenants`, { replace: true });
    }
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('tenants.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
      problemTexts={{ currentVisitRecords: t('tenants.deleting.currentVisits') }}
      {...(employeeCount > 0 && { typedWord })}
    >
      {employeeCount > 0
        ? t('tenants.deleting.sureWithEmployees', {
            name,
            employees: t(employeeCountKey(employeeCount), { number: employeeCount }),
          })
        : t('tenants.deleting.sure', { name })}
    </ConfirmDialog>
  );
}
