import { type ComponentProps, useId } from 'react';
import classes from './Field.module.css';

interface FieldProps extends Omit<ComponentProps<'input'>, 'onChange' | 'id'> {
  label: string;
  /** Shown to nobody, but read out: the screen's title asks the same. */
  isLabelHidden?: boolean;
  /** The id of what is wrong with it, where something is. */
  problem?: string | null;
  value: string;
  onChange: (value: string) => void;
}

/** A line of text, typed with the tablet's own keyboard. */
export function Field({ label, isLabelHidden = false, problem = null, value, onChange, ...props }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id} className={isLabelHidden ? 'unseen' : undefined}>
        {label}
      </label>
      <input
        id={id}
        className={classes.input}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        aria-invalid={problem !== null}
        aria-describedby={problem ?? undefined}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        {...props}
      />
    </div>
  );
}
