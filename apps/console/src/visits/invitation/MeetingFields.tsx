import { languages } from '@vestibule/contract/platform/values.ts';
import { invitationLimits, type Repeat } from '@vestibule/contract/visits/invitation.ts';
import { DayField, TimeField } from '@vestibule/ui/DateFields.tsx';
import { NumberField } from '@vestibule/ui/NumberField.tsx';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useEmployeeOptions } from '../../building/employee/use-employees.ts';
import { useTenantChoice } from '../../building/tenant/use-tenants.ts';
import { CheckboxField } from '../../ui/form/CheckboxField.tsx';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { TextAreaField } from '../../ui/form/TextAreaField.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import { languageOption } from '../../ui/language-name.ts';
import { useErrorText } from '../../ui/problem-text.ts';
import type { Clock } from './use-building-clock.ts';
import { type CreateFields, type EditFields, movedEnd } from './invitation-form.ts';
import { intervalText, repeats } from './repeat-rule.ts';
import classes from './invitation.module.css';
import { useFieldLocale, useHostInviter } from './use-inviter.ts';

type Meeting = Omit<EditFields, 'dates'>;

interface Named {
  id: number;
  name: string;
}

export function TenantField({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const { control, setValue } = useFormContext<CreateFields, unknown, CreateFields>();
  const choice = useChoice(null);
  const tenants = useTenantChoice(companyId, choice.search);
  return (
    <SelectField
      control={control}
      name="tenantId"
      label={t('invitations.field.tenant')}
      required
      {...choice.from(tenants, () => setValue('employeeId', null))}
    />
  );
}

/** Waits for a tenant. */
export function HostField({ tenantId, preset }: { tenantId: number | null; preset: Named | null }) {
  const { t } = useTranslation();
  const { control } = useFormContext<Meeting, unknown, Meeting>();
  const employees = useEmployeeOptions(tenantId, preset);
  return (
    <SelectField
      control={control}
      name="employeeId"
      label={t('invitations.field.host')}
      help={t('invitations.field.hostHelp')}
      disabled={tenantId === null}
      clearable
      {...employees}
    />
  );
}

export function TitleField() {
  const { t } = useTranslation();
  const { control } = useFormContext<Meeting, unknown, Meeting>();
  return <TextField control={control} name="title" label={t('invitations.field.title')} maxLength={120} initialFocus />;
}

/** The end moves with the start. */
export function TimeFields() {
  const { getValues, setValue, formState } = useFormContext<Meeting, unknown, Meeting>();
  const moveEnd = (start: { startDay?: string | null; startTime?: string }) => {
    const before = getValues();
    const end = movedEnd(before, { ...before, ...start });
    if (!end) return;
    const options = { shouldDirty: true, shouldValidate: formState.isSubmitted };
    setValue('endDay', end[0], options);
    setValue('endTime', end[1], options);
  };
  return (
    <div className={classes.pair}>
      <PlainDay name="startDay" onBefore={(startDay) => moveEnd({ startDay })} />
      <PlainTime name="startTime" onBefore={(startTime) => moveEnd({ startTime })} />
      <PlainDay name="endDay" />
      <PlainTime name="endTime" />
    </div>
  );
}

/** Names the zone of the building if the browser has another. */
export function ZoneHelp({ clock: { otherZone } }: { clock: Clock }) {
  const { t } = useTranslation();
  return otherZone !== null && <p className={classes.help}>{t('invitations.zone', { zone: otherZone })}</p>;
}

function useTimeText(): (key: string | undefined) => string | undefined {
  const { t } = useTranslation();
  const errorText = useErrorText();
  return (key) => key && (key === 'timeMissing' ? t('invitations.timeMissing') : errorText(key));
}

interface PlainDayProps {
  name: 'startDay' | 'endDay';
  onBefore?: (day: string | null) => void;
}

function PlainDay({ name, onBefore }: PlainDayProps) {
  const { t } = useTranslation();
  const { control } = useFormContext<Meeting, unknown, Meeting>();
  const { field, fieldState } = useController({ control, name });
  const timeText = useTimeText();
  const locale = useFieldLocale();
  return (
    <DayField
      ref={field.ref}
      label={t(`invitations.field.${name}`)}
      locale={locale}
      value={field.value}
      onChange={(day) => {
        onBefore?.(day);
        field.onChange(day);
      }}
      error={timeText(fieldState.error?.message)}
    />
  );
}

interface PlainTimeProps {
  name: 'startTime' | 'endTime';
  onBefore?: (time: string) => void;
}

function PlainTime({ name, onBefore }: PlainTimeProps) {
  const { t } = useTranslation();
  const { control } = useFormContext<Meeting, unknown, Meeting>();
  const { field, fieldState } = useController({ control, name });
  const timeText = useTimeText();
  const locale = useFieldLocale();
  return (
    <TimeField
      ref={field.ref}
      name={name}
      label={t(`invitations.field.${name}`)}
      locale={locale}
      value={field.value}
      onChange={(time) => {
        onBefore?.(time);
        field.onChange(time);
      }}
      onBlur={field.onBlur}
      error={timeText(fieldState.error?.message)}
    />
  );
}

type RuleForm = Pick<CreateFields, 'repeat' | 'interval' | 'until' | 'startDay'>;

/** `series`: the rule of dates that repeat, which cannot become one. */
export function RepeatFields({ series = null }: { series?: Repeat | null }) {
  const { t } = useTranslation();
  const { control } = useFormContext<RuleForm, unknown, RuleForm>();
  const [repeat, startDay] = useWatch({ control, name: ['repeat', 'startDay'] });
  const interval = useController({ control, name: 'interval' });
  const until = useController({ control, name: 'until' });
  const errorText = useErrorText();
  const timeText = useTimeText();
  const locale = useFieldLocale();
  const isOfDays = repeat === 'daily' && series?.unit === 'day' && interval.field.value === series.interval;
  const help = isOfDays ? intervalText(t, series) : null;
  return (
    <div className={classes.repeat}>
      <SelectField
        control={control}
        name="repeat"
        label={t('invitations.field.repeat')}
        options={repeats
          .filter((value) => !series || value !== 'once')
          .map((value) => ({ value, label: t(`invitations.repeat.${value}`) }))}
        {...(help !== null && { help })}
      />
      {repeat === 'weekly' && (
        <NumberField
          ref={interval.field.ref}
          label={t('invitations.field.interval')}
          value={interval.field.value}
          onChange={interval.field.onChange}
          onBlur={interval.field.onBlur}
          min={1}
          max={invitationLimits.interval}
          error={interval.fieldState.error?.message && errorText(interval.fieldState.error.message)}
        />
      )}
      {repeat !== 'once' && (
        <DayField
          ref={until.field.ref}
          label={t('invitations.field.until')}
          locale={locale}
          value={until.field.value}
          onChange={until.field.onChange}
          min={startDay ?? undefined}
          hint={t(series ? 'invitations.field.ruleHelp' : 'invitations.field.untilHelp')}
          error={timeText(until.fieldState.error?.message)}
        />
      )}
    </div>
  );
}

/** `hasDefault` offers the language of the tenant's messages. Hosts always notify their guests. */
export function MessageFields({ hasDefault = false }: { hasDefault?: boolean }) {
  const { t } = useTranslation();
  const host = useHostInviter();
  const { control } = useFormContext<Meeting, unknown, Meeting>();
  return (
    <>
      <TextAreaField control={control} name="note" label={t('invitations.field.note')} rows={3} maxLength={500} />
      <SelectField
        control={control}
        name="language"
        label={t('invitations.field.language')}
        options={languages.map(languageOption)}
        {...(hasDefault && { none: t('invitations.field.languageOfTenant') })}
      />
      {!host && (
        <CheckboxField
          control={control}
          name="isQuiet"
          label={t('invitations.field.isQuiet')}
          help={t('invitations.field.isQuietHelp')}
        />
      )}
    </>
  );
}

export function DatesField() {
  const { t } = useTranslation();
  const { control } = useFormContext<Pick<EditFields, 'dates'>, unknown, Pick<EditFields, 'dates'>>();
  return (
    <SelectField
      control={control}
      name="dates"
      label={t('invitations.field.dates')}
      options={(['this', 'following', 'all'] as const).map((value) => ({
        value,
        label: t(`invitations.dates.${value}`),
      }))}
    />
  );
}
