import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/problem-text.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import { completeTime, maskTime } from './time-mask.ts';
import classes from './WorkingHours.module.css';

const names = ['workingHoursStart', 'workingHoursEnd'] as const;
const whole = /^\d\d:\d\d(:\d\d)?$/;

/** From when to when a kiosk is open. Each of the two is checked again when the other changes. */
export function WorkingHours({ form }: { form: KioskSettingsForm }) {
  const { t } = useTranslation();
  return (
    <>
      <div className={classes.hours}>
        {names.map((name) => (
          <TimeField key={name} form={form} name={name} />
        ))}
      </div>
      <p className={classes.help}>{t('kioskSettings.field.workingHoursHelp')}</p>
    </>
  );
}

function TimeField({ form, name }: { form: KioskSettingsForm; name: (typeof names)[number] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name });
  const key = fieldState.error?.message;

  const change = (time: string) => {
    field.onChange(time);
    if (form.getValues(names).every((each) => whole.test(each))) void form.trigger(names);
  };
  const leave = () => {
    field.onBlur();
    field.onChange(completeTime(field.value));
    void form.trigger(names);
  };

  return (
    <TextInput
      {...field}
      label={t(`kioskSettings.field.${name}`)}
      error={key && (key === 'incorrectTimeRange' ? errorText(key) : t('kioskSettings.field.workingHoursWrong'))}
      // In the middle of it nothing is moved: the cursor would go to the end.
      onChange={({ currentTarget: { value, selectionEnd } }) =>
        change(selectionEnd === value.length ? maskTime(value) : value)
      }
      onBlur={leave}
      onKeyDown={({ key: pressed }) => pressed === 'Enter' && field.onChange(completeTime(field.value))}
      inputMode="numeric"
      placeholder="00:00"
      autoComplete="off"
    />
  );
}
