import { type ComponentProps, type ReactNode, useId } from 'react';
import classes from './TextInput.module.css';

export interface TextInputProps extends Omit<ComponentProps<'input'>, 'size' | 'id'> {
  label?: string;
  isLabelHidden?: boolean;
  description?: ReactNode;
  error?: ReactNode;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  size?: 'medium' | 'large';
}

export function TextInput(props: TextInputProps) {
  const {
    label,
    isLabelHidden = false,
    description,
    error,
    leftSection,
    rightSection,
    size = 'medium',
    className = '',
    ...input
  } = props;
  const id = useId();
  const ids = { description: `${id}-description`, error: `${id}-error` };
  const describedBy = [description && ids.description, error && ids.error, input['aria-describedby']];

  return (
    <div className={`${classes.field} ${className}`} data-size={size}>
      {label && (
        <label className={isLabelHidden ? 'unseen' : classes.label} htmlFor={id}>
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
          aria-invalid={error ? true : input['aria-invalid']}
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
