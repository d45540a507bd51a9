import { CheckIn } from '@vestibule/contract/visits/registration.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { CallFailed } from '@vestibule/web/call.ts';
import { createOnce } from '@vestibule/web/once.ts';
import { type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useCountry } from '../../building/settings/use-country.ts';
import { useSettingsInForce } from '../../building/settings/use-settings.ts';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { PhoneField } from '../../ui/form/PhoneField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useWhenOpened } from '../../ui/dialog/use-when-opened.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { CheckedInToast } from './CheckedInToast.tsx';
import classes from './dialogs.module.css';
import { FoundNotice } from './FoundNotice.tsx';
import { NameField } from './NameField.tsx';
import { SaveDataField } from './SaveDataField.tsx';
import type { RegisterTarget } from './use-guest-check-in.ts';
import { type LookupOutcome, useLookup } from './use-lookup.ts';
import { useCheckOut, useRegisterVisit } from './use-visitor-acts.ts';
import { destinationOfGuest, fillInGuest, type VisitForm } from './visit-form.ts';
import { VisitingField } from './VisitingField.tsx';

/** `target`: the initial phone or the guest, or null. */
interface RegisterVisitorDialogProps extends TargetDialog<RegisterTarget> {
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

/** The phone comes first, because it fills in the data of a known visitor. A retry after a lost answer does not check in twice. */
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
  const place = useRef<HTMLDivElement>(null);
  const moveButton = useRef<HTMLButtonElement>(null);
  const isMovingFocus = useRef(false);
  const lookup = useLookup({ companyId, tenantId: preset, form, country, onAnswer: moveFocus });
  const register = useRegisterVisit();
  const checkOut = useCheckOut();
  const [once] = useState(createOnce);
  const [moving, setMoving] = useState<Visitor | null>(null);
  const notice = useId();
  const { visitor } = lookup;
  const guest = target?.guest;
  const isMoving = lookup.outcome === 'inside' && moving?.id === visitor?.id;
  const isInside = lookup.outcome === 'inside' && !isMoving;

  /** Focuses the first empty field or the next button, unless the user has moved the focus. */
  function moveFocus(outcome: LookupOutcome): void {
    const whole = place.current?.closest('form');
    // The fields of a visitor who is inside are disabled and lose the focus.
    const from = outcome === 'inside' ? whole : place.current;
    if (!from?.contains(document.activeElement)) return;
    const goOn = () => {
      if (outcome === 'inside') return moveButton.current?.focus();
      const first = (['name', 'companyName', 'tenantId'] as const).find((name) => !form.getValues(name));
      if (first) return form.setFocus(first);
      whole?.querySelector<HTMLElement>('[type=submit]')?.focus();
    };
    // Waits until React has rendered the fields and buttons of the answer.
    setTimeout(() => {
      isMovingFocus.current = true;
      goOn();
      isMovingFocus.current = false;
    });
  }

  // A scan can open the dialog while it still fades out with earlier input.
  useWhenOpened(opened, () => {
    if (form.formState.isDirty) form.reset();
  });

  const fillPhone = (phone: string) => {
    form.setValue('phone', phone, { shouldDirty: true });
    void lookup.lookUpNow({ mayMoveFocus: true });
  };

  // A scan may answer after the dialog has opened.
  const begin = useEffectEvent(() => {
    const typed = form.getValues('phone');
    if (guest && typed === '') fillInGuest(form, guest);
    if (!target || typed === target.phone) return;
    if (typed !== '') return toast(t('visitors.registering.scannedTooSoon'));
    fillPhone(target.phone);
  });
  useEffect(() => {
    if (opened) begin();
  }, [opened, target]);

  const close = () => {
    lookup.forget();
    setMoving(null);
    onClose();
  };

  const suggest = (chosen: Visitor) => {
    form.setValue('name', chosen.name, { shouldDirty: true });
    form.setFocus('phone');
    fillPhone(chosen.phone);
  };

  const move = () => {
    setMoving(visitor);
    lookup.release();
    setTimeout(() => form.setFocus('tenantId'));
  };

  const checkIn = async (typed: CheckIn) => {
    const request = { ...typed, ...(guest && { guestId: guest.id }) };
    // A retry after the check-out only checks in.
    if (moving?.phone === request.phone && visitor?.currentVisitRecordId) {
      await checkOut.mutateAsync(moving);
      lookup.noteLeft();
    }
    const { visitor: checkedIn, html } = await once
      .run(request, (idempotencyKey) => register.mutateAsync({ request, idempotencyKey }))
      .catch((error: unknown) => {
        // Shows where the visitor is, in place of the marked phone.
        if (isInsideSince(error)) setTimeout(() => lookup.again());
        throw error;
      });
    toast(<CheckedInToast visitor={checkedIn} />);
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
      submitUnchanged
      submitDisabled={isInside}
    >
      <FoundNotice id={notice} outcome={isMoving ? 'moving' : lookup.outcome} visitor={visitor} />
      <div ref={place}>
        <PhoneField
          control={control}
          name="phone"
          label={t('visitors.field.phone')}
          onLeave={() => {
            if (!isMovingFocus.current) void lookup.lookUpNow({ mayBeAgain: true });
          }}
          country={country}
          describedBy={notice}
          required
          initialFocus
        />
      </div>
      <NameField companyId={companyId} tenantId={preset} form={form} disabled={isInside} onVisitor={suggest} />
      <TextField
        control={control}
        name="companyName"
        written="name"
        label={t('visitors.field.companyName')}
        maxLength={120}
        disabled={isInside}
        required
      />
      <VisitingField
        companyId={companyId}
        tenantId={preset}
        form={form}
        given={lookup.destination ?? (guest ? destinationOfGuest(guest) : null)}
        disabled={isInside}
      />
      {isInside && visitor ? (
        <InsideActions
          visitor={visitor}
          ref={moveButton}
          onMove={preset === undefined ? move : undefined}
          onCheckedOut={() => {
            form.setFocus('phone');
            lookup.again();
          }}
        />
      ) : (
        <>
          <div className={classes.remember}>
            <SaveDataField
              control={control}
              name="shouldSaveData"
              tenantId={tenantId ?? null}
              isRemembered={lookup.outcome !== 'storageStopped' && visitor?.shouldSaveData === true}
            />
          </div>
          <BadgeFields form={form} tenantId={tenantId ?? null} />
        </>
      )}
    </FormDialog>
  );
}

function isInsideSince(error: unknown): boolean {
  return error instanceof CallFailed && error.problem?.reason === 'visitorIsAlreadyCheckedIn';
}

interface InsideActionsProps {
  visitor: Visitor;
  ref: Ref<HTMLButtonElement>;
  onMove: (() => void) | undefined;
  onCheckedOut: () => void;
}

function InsideActions({ visitor, ref, onMove, onCheckedOut }: InsideActionsProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const checkOut = useCheckOut();

  const end = async () => {
    try {
      await checkOut.mutateAsync(visitor);
      toast(t('visitors.checkingOut.done', { name: visitor.name }));
      onCheckedOut();
    } catch (error) {
      reportUnlessOfCall(error);
      toast(problemText(error));
    }
  };

  return (
    <div className={classes.inside}>
      <Button variant="secondary" loading={checkOut.isPending} onClick={() => void end()}>
        {t('visitors.checkingOut.submit')}
      </Button>
      {onMove && (
        <Button ref={ref} variant="secondary" onClick={onMove} disabled={checkOut.isPending}>
          {t('visitors.registering.move')}
        </Button>
      )}
    </div>
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
