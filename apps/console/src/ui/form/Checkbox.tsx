import { type ComponentProps, useId } from 'react';
import classes from './Checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  label: string;
  description?: string;
  error?: string;
}

/** Yes or no, with the label on the right. */
export function Checkbox({ label, lang, description, error, ...input }: CheckboxProps) {
  const id = useId();
  const below = error ?? description;
  return (
    <div className={classes.checkbox}>
      <label className={classes.label} lang={lang}>
        <input
          {...input}
          className={classes.box}
          type="checkbox"
          aria-invalid={error ? true : undefined}
          aria-describedby={below ? id : undefined}
        />
        {label}
      </label>
      {below && (
        <p className={classes.below} data-error={error ? true : undefined} id={id}>
          {below}
        </p>
      )}
    </div>
  );
}
