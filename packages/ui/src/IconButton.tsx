import { LoaderCircle, type Icon } from './icons.tsx';
import { type ComponentProps, useImperativeHandle } from 'react';
import classes from './IconButton.module.css';
import { useKeptFocus } from './keep-focus.ts';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children' | 'className' | 'aria-label'> {
  icon: Icon;
  label: string;
  danger?: boolean;
  warns?: boolean;
  loading?: boolean;
  /** Ignores double clicks, also after the action has finished. */
  once?: true;
  expanded?: boolean;
}

/** At least 44 px wide and high on touch screens. */
export function IconButton(props: IconButtonProps) {
  const { icon, label, danger, warns, loading = false, disabled = false, once, expanded, ref, ...rest } = props;
  const isOff = disabled || loading;
  const element = useKeptFocus<HTMLButtonElement>(isOff);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current);
  const Icon = loading ? LoaderCircle : icon;
  return (
    <button
      ref={element}
      type="button"
      aria-expanded={expanded}
      {...rest}
      className={classes.button}
      disabled={isOff}
      data-danger={danger || undefined}
      data-warns={warns || undefined}
      data-loading={loading || undefined}
      data-once={once}
      aria-label={label}
      data-hint={label}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
