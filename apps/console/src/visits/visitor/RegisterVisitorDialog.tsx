import { CheckIn } from '@vestibule/contract/visits/registration.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useEmployeeChoice } from '../../building/employee/use-employees.ts';
import { useCountry } from '../../building/settings/use-country.ts';
import { useSettingsInForce } from '../../building/settings/use-settings.ts';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { Notice } from '../../ui/Notice.tsx';
import { toast } from '../../ui/toast.ts';
import { SaveDataField } from './SaveDataField.tsx';
import { type LookupOutcome, useLookup } from './use-lookup.ts';
import { useRegisterVisit } from './use-visitor-acts.ts';
import type { VisitForm } from './visit-form.ts';
import classes from './visitor.module.css';

/** `target`: the initial phone, or null. */
interface RegisterVisitorDialogProps extends TargetDialog<{ phone: string }> {
  companyId: number;
  /** Set if the tenant cannot be chosen. */
  tenantId?: number;
  onBadges: (html: string) => void;
}

const empty = {
  phone: '',
  name: '',
  companyName: '',
  shouldSaveData: false,
  employeeId: null,
  shouldPrintMainBadge: false,
  shouldPrintParkingBadge: false,
};

/**
 * Checks a visitor in. The phone comes first, because it fills in the data of a known visitor. A retry after a lost answer does not check
 * in twice.
 */
export function RegisterVisitorDialog(props: RegisterVisitorDialogProps) {
  const { companyId, target, opened, onClose, tenantId: preset, onBadges } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useZodForm(CheckIn, {
    defaultValues: { ...empty, tenantId: preset },
  });
  const { control } = form;
  const tenantId = useWatch({ control, name: 'tenantId' });
  const country = useCountry(companyId, tenantId ?? null);
  const lookup = useLookup(companyId, form);
  const register = useRegisterVisit();
  const [once] = useState(createOnce);
  const notice = useId();

  // A scan can open the dialog while it still fades out with earlier input.
  const reset = useEffectEvent(() => {
    if (form.formState.isDirty) form.reset();
  });
  useEffect(() => {
    if (opened) reset();
  }, [opened]);

  // A scan may answer after the dialog has opened.
  const begin = useEffectEvent(() => {
    const typed = form.getValues('phone');
    if (!target || typed === target.phone) return;
    if (typed !== '') return toast(t('visitors.registering.scannedTooSoon'));
    form.setValue('phone', target.phone);
    void lookup.leave();
  });
  useEffect(() => {
    if (opened) begin();
  }, [opened, target]);

  const close = () => {
    lookup.forget();
    onClose();
  };

  const checkIn = async (request: CheckIn) => {
    const { visitor, html } = await once.run(request, (idempotencyKey) =>
      register.mutateAsync({ request, idempotencyKey }),
    );
    toast(t('visitors.registering.done', { name: visitor.name }));
    await navigate({ search: '' });
    if (html !== null) onBadges(html);
  };

  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('visitors.registering.title')}
      once={once}
      form={form}
      onSubmit={checkIn}
      submitLabel={t('visitors.registering.submit')}
      reasonFields={{ invalidPhone: 'phone', visitorIsAlreadyCheckedIn: 'phone' }}
      submitDisabled={lookup.outcome === 'inside'}
    >
      <PhoneField
        control={control}
        name="phone"
        label={t('visitors.field.phone')}
        onLeave={lookup.leave}
        country={country}
        describedBy={notice}
        required
        initialFocus
      />
      <LookupNotice id={notice} outcome={lookup.outcome} />
      <TextField
        control={control}
        name="name"
        written="name"
        label={t('visitors.field.name')}
        maxLength={120}
        required
      />
      <TextField
        control={control}
        name="companyName"
        written="name"
        label={t('visitors.field.companyName')}
        maxLength={120}
        required
      />
      {preset === undefined && <TenantField companyId={companyId} form={form} expected={lookup.expectedAt} />}
      <EmployeeField form={form} />
      <SaveDataField
        control={control}
        name="shouldSaveData"
        tenantId={tenantId ?? null}
        isRemembered={lookup.isRemembered}
      />
      <BadgeFields form={form} tenantId={tenantId ?? null} />
    </FormDialog>
  );
}

/** The badges that the settings of the tenant offer, all ticked. */
function BadgeFields({ form, tenantId }: { form: VisitForm; tenantId: number | null }) {
  const { t } = useTranslation();
  const settings = useSettingsInForce(tenantId);
  const hasMain = settings?.enablePrintBadgeOption ?? false;
  const hasParking = settings?.enablePrintParkingBadgeOption ?? false;

  // Changes the defaults, so that closing does not warn of unsaved input.
  const { resetField, control } = form;
  useEffect(() => {
    resetField('shouldPrintMainBadge', { defaultValue: hasMain });
    resetField('shouldPrintParkingBadge', { defaultValue: hasParking });
  }, [resetField, tenantId, hasMain, hasParking]);

  return (
    <>
      {hasMain && <CheckboxField control={control} name="shouldPrintMainBadge" label={t('visitors.field.mainBadge')} />}
      {hasParking && (
        <CheckboxField control={control} name="shouldPrintParkingBadge" label={t('visitors.field.parkingBadge')} />
      )}
    </>
  );
}

/** The host at the chosen tenant. Optional. */
function EmployeeField({ form }: { form: VisitForm }) {
  const tenantId: number | undefined = useWatch({ control: form.control, name: 'tenantId' });
  // Another tenant resets the field.
  return <EmployeeOf key={tenantId} form={form} tenantId={tenantId ?? null} />;
}

function EmployeeOf({ form, tenantId }: { form: VisitForm; tenantId: number | null }) {
  const { t } = useTranslation();
  const choice = useChoice(null);
  const employees = useEmployeeChoice(tenantId, choice.search);
  return (
    <SelectField
      control={form.control}
      name="employeeId"
      label={t('visitors.field.employee')}
      help={t('visitors.field.employeeHelp')}
      disabled={tenantId === null}
      clearable
      {...choice.from(employees)}
    />
  );
}

/** Says who has the phone. It is an alert if the user must decide. */
function LookupNotice({ id, outcome }: { id: string; outcome: LookupOutcome | null }) {
  const { t } = useTranslation();
  const words = () => {
    if (outcome === null || outcome === 'inside') return null;
    if (outcome === 'storageStopped')
      return <Notice kind="information">{t('visitors.registering.storageStopped')}</Notice>;
    return t(outcome === 'invalidPhone' ? 'errors.invalidPhone' : `visitors.registering.${outcome}`);
  };
  // The live region stays mounted: some screen readers skip one that appears with its text.
  return (
    <div id={id}>
      {outcome === 'inside' && <Notice kind="problem">{t('errors.visitorIsAlreadyCheckedIn')}</Notice>}
      <div role="status" className={classes.place} data-outcome={outcome ?? undefined}>
        {words()}
      </div>
    </div>
  );
}

interface TenantFieldProps {
  companyId: number;
  form: VisitForm;
  /** The tenant that expects the visitor, if any. */
  expected: { id: number; name: string } | null;
}

/** The visited tenant, found by its name or by the name of an employee. */
function TenantField({ companyId, form, expected }: TenantFieldProps) {
  const { t } = useTranslation();
  const choice = useChoice(expected);
  const tenants = useTenantChoice(companyId, choice.search);
  return (
    <SelectField
      control={form.control}
      name="tenantId"
      label={t('visitors.field.tenant')}
      required
      {...choice.from(tenants, () => form.setValue('employeeId', null))}
    />
  );
}
