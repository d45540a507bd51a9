import { type ComponentProps, type ReactNode, useImperativeHandle } from 'react';
import classes from './Button.module.css';
import { useKeptFocus } from './keep-focus.ts';

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'flat' | 'danger' | 'danger-flat';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  icon?: ReactNode;
  loading?: boolean;
  /** Ignores double clicks, also after the action has finished. */
  once?: true;
}

/**
 * A native button, because React Aria's would not fit into the kiosk's first load (docs/decisions/0034). After `loading` or `disabled` it
 * takes back a lost focus.
 */
export function Button({
  icon,
  loading = false,
  disabled = false,
  once,
  className,
  children,
  ref,
  ...props
}: ButtonProps) {
  const { look, rest } = splitLook(props);
  const isOff = disabled || loading;
  const element = useKeptFocus<HTMLButtonElement>(isOff);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current);

  return (
    <button
      ref={element}
      type="button"
      {...rest}
      {...buttonLook(look, className)}
      disabled={isOff}
      data-loading={loading || undefined}
      data-once={once}
    >
      {icon}
      <span>{children}</span>
    </button>
  );
}

export function buttonLook({ variant = 'primary', size = 'medium', fullWidth = false }: ButtonLook, className = '') {
  return {
    className: `${classes.button} ${className}`,
    'data-variant': variant,
    'data-size': size,
    'data-full-width': fullWidth || undefined,
  };
}

function splitLook<Props extends ButtonLook>({ variant, size, fullWidth, ...rest }: Props) {
  return { look: { variant, size, fullWidth }, rest };
}
