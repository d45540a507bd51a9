import type { Icon } from '@vestibule/ui/icons.tsx';
import type { ComponentProps } from 'react';
import classes from './Menu.module.css';

/** What opens below its button: spread `menu` of `useMenu` on it. */
export function Menu({ className, ...props }: ComponentProps<'div'>) {
  return <div {...props} className={[classes.menu, className].filter(Boolean).join(' ')} />;
}

interface MenuItemProps extends ComponentProps<'button'> {
  icon: Icon;
  label: string;
  danger?: boolean;
}

/** A line of a menu; what is given as children stands behind its label. */
export function MenuItem({ icon: Icon, label, danger = false, children, ...button }: MenuItemProps) {
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      {...button}
      className={classes.item}
      data-danger={danger || undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
      {children}
    </button>
  );
}
