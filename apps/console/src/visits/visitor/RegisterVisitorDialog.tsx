import { CheckIn } from '@vestibule/contract/visits/registration.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCountry } from '../../building/settings/use-country.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { BadgeFields } from './BadgeFields.tsx';
import { EmployeeField } from './EmployeeField.tsx';
import { LookupNotice } from './LookupNotice.tsx';
import { SaveDataField } from './SaveDataField.tsx';
import { TenantField } from './TenantField.tsx';
import { useLookup } from './use-lookup.ts';
import { useRegisterVisit } from './use-visitor-acts.ts';

/** `target`: whose phone to begin with; nobody's when null. */
interface RegisterVisitorDialogProps extends TargetDialog<{ phone: string }> {
  companyId: number;
  /** Given where no other can be chosen. */
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
 * Checks a visitor in. The phone comes first: whom it belongs to is filled in. However often the same visit is sent
 * while the network is lost, it is made once.
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

  // A scan can open it while it still fades, with what was typed for somebody else.
  const beginAfresh = useEffectEvent(() => {
    if (form.formState.isDirty) form.reset();
  });
  useEffect(() => {
    if (opened) beginAfresh();
  }, [opened]);

  // Also the phone of a scan whose answer came when it was open already.
  const begin = useEffectEvent(() => {
    const typed = form.getValues('phone');
    if (!target || typed === target.phone) return;
    if (typed !== '') return toast(t('visitors.registering.scannedMeanwhile'));
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
