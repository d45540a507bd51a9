import { type GdprHandling, gdprHandlings } from '@vestibule/contract/building/retention.ts';
import { keepsLonger, type TenantSettings } from '@vestibule/contract/building/settings.ts';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useField } from '../../ui/form/use-field.ts';
import classes from './RetentionField.module.css';
import type { SettingsForm } from './settings-form.ts';

interface RetentionFieldProps {
  form: SettingsForm;
  /** Null unless the role may only shorten it. */
  longest: TenantSettings | null;
}

export function RetentionField({ form, longest }: RetentionFieldProps) {
  const { t } = useTranslation();
  const { control } = form;
  const isOn = useWatch({ control, name: 'enableGdpr' });
  const { field, look } = useField({ control, name: 'gdprHandling', label: t('settings.field.gdprHandling') });
  const id = useId();
  const isTooLong = (gdprHandling: GdprHandling) =>
    longest !== null && keepsLonger({ enableGdpr: true, gdprHandling }, longest);

  return (
    <fieldset className={classes.choices} aria-describedby={look.error ? `${id}-error` : undefined} disabled={!isOn}>
      <legend className={classes.legend}>{look.label}</legend>
      {gdprHandlings.map((handling, index) => (
        <div key={handling} className={classes.choice}>
          <input
            ref={index === 0 ? field.ref : undefined}
            id={`${id}-${handling}`}
            className={classes.dot}
            type="radio"
            name={field.name}
            value={handling}
            checked={field.value === handling}
            disabled={isTooLong(handling)}
            aria-describedby={`${id}-${handling}-meaning`}
            onBlur={field.onBlur}
            onChange={() => field.onChange(handling)}
          />
          <div>
            <label className={classes.name} htmlFor={`${id}-${handling}`}>
              {t(`settings.retention.${handling}.name`)}
            </label>
            <p className={classes.meaning} id={`${id}-${handling}-meaning`}>
              {t(`settings.retention.${handling}.meaning`)}
            </p>
          </div>
        </div>
      ))}
      {look.error && (
        <p className={classes.error} id={`${id}-error`}>
          {look.error}
        </p>
      )}
    </fieldset>
  );
}
