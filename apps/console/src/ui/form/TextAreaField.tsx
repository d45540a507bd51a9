import classes from '@vestibule/ui/TextInput.module.css';
import { useId } from 'react';
import type { FieldValues } from 'react-hook-form';
import area from './fields.module.css';
import { type FieldProps, useField } from './use-field.ts';

interface TextAreaFieldProps<In extends FieldValues, Out> extends FieldProps<In, Out> {
  rows: number;
}

export function TextAreaField<In extends FieldValues, Out>(props: TextAreaFieldProps<In, Out>) {
  const { rows } = props;
  const { field, look } = useField(props);
  const { label, description, error, disabled, 'aria-required': required } = look;
  const id = useId();
  const ids = { description: `${id}-description`, error: `${id}-error` };
  const describedBy = [description && ids.description, error && ids.error].filter(Boolean).join(' ');

  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...field}
        id={id}
        className={`${classes.input} ${area.area}`}
        value={field.value ?? ''}
        rows={rows}
        disabled={disabled}
        aria-required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
      />
      {description && (
        <p className={classes.description} id={ids.description}>
          {description}
        </p>
      )}
      {error && (
        <p className={classes.error} id={ids.error}>
          {error}
        </p>
      )}
    </div>
  );
}
