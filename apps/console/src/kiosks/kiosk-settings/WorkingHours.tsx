import { TimeField } from '@vestibule/ui/DateFields.tsx';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/problem-text.ts';
import { dateLocale } from '../../ui/time.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import classes from './kiosk-settings.module.css';

const names = ['workingHoursStart', 'workingHoursEnd'] as const;

export function WorkingHours({ form }: { form: KioskSettingsForm }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.hours}>
        {names.map((name) => (
          <HourField key={name} form={form} name={name} />
        ))}
      </div>
      <p className={classes.help}>{t('kioskSettings.field.workingHoursHelp')}</p>
    </>
  );
}

function HourField({ form, name }: { form: KioskSettingsForm; name: (typeof names)[number] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name });
  const key = fieldState.error?.message;

  const change = (time: string) => {
    field.onChange(time);
    if (form.getValues(names).every((each) => each !== '')) void form.trigger(names);
  };
  const leave = () => {
    field.onBlur();
    void form.trigger(names);
  };

  return (
    <TimeField
      ref={field.ref}
      name={field.name}
      value={field.value}
      onChange={change}
      onBlur={leave}
      locale={dateLocale}
      label={t(`kioskSettings.field.${name}`)}
      error={key && (key === 'incorrectTimeRange' ? errorText(key) : t('kioskSettings.field.workingHoursWrong'))}
    />
  );
}
