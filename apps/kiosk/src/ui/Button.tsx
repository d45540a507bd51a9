import type { ComponentProps, ReactNode } from 'react';
import classes from './Button.module.css';

interface ButtonProps extends ComponentProps<'button'> {
  /** What a press means, in order of loudness: one primary button a screen. */
  variant?: 'primary' | 'secondary' | 'flat' | 'danger';
  /** `tall` for the few that a whole screen is about. */
  size?: 'normal' | 'tall';
  icon?: ReactNode;
}

/** A button for a finger: at least 72 pixels high. */
export function Button({ variant = 'secondary', size = 'normal', icon, className, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      className={className === undefined ? classes.button : `${classes.button} ${className}`}
      data-variant={variant}
      data-size={size}
      {...props}
    >
      {icon}
      {children}
    </button>
  );
}
