import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './TextInput.module.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size'> {
  label?: string;
  /** Help, below the field. */
  description?: ReactNode;
  /** What is wrong with it, below the field. */
  error?: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  size?: 'sm' | 'md';
}

/** A field for a line of text, with its label above, and help and what is wrong with it below. */
export function TextInput(props: TextInputProps) {
  const { label, description, error, leftSection, rightSection, size = 'sm', className, ...input } = props;
  const id = useId();
  const ids = { label: `${id}-label`, description: `${id}-description`, error: `${id}-error` };
  const describedBy = [description && ids.description, error && ids.error, input['aria-describedby']];

  return (
    <div className={[classes.field, className].filter(Boolean).join(' ')} data-size={size}>
      {label && (
        <label className={classes.label} htmlFor={id}>
          {label}
        </label>
      )}
      <div
        className={classes.line}
        data-left={leftSection ? true : undefined}
        data-right={rightSection ? true : undefined}
      >
        {leftSection && <span className={classes.left}>{leftSection}</span>}
        <input
          {...input}
          id={id}
          className={classes.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy.filter(Boolean).join(' ') || undefined}
        />
        {rightSection && <span className={classes.right}>{rightSection}</span>}
      </div>
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
