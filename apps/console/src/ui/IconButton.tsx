import { LoaderCircle, type LucideIcon } from 'lucide-react';
import { type Ref, useImperativeHandle } from 'react';
import classes from './IconButton.module.css';
import { useKeptFocus } from './keyboard/use-kept-focus.ts';

interface IconButtonProps {
  icon: LucideIcon;
  /** What it does: its name for those who do not see it, and what is shown when it is pointed at or focused. */
  label: string;
  onClick?: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** It is there because something is wrong. */
  warns?: boolean;
  /** What it does is under way: it cannot be pressed again meanwhile. */
  loading?: boolean;
  /** Whoever presses it twice means once, as with what is sent. */
  once?: true;
  /** Set on a button that opens and closes something: whether it is open now. */
  expanded?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A button that is only an icon. It always has a name, and is large enough for a finger where fingers are used. */
export function IconButton(props: IconButtonProps) {
  const {
    icon,
    label,
    danger = false,
    disabled = false,
    warns = false,
    loading = false,
    once,
    expanded,
    onClick,
    ref,
  } = props;
  const isOff = disabled || loading;
  const element = useKeptFocus<HTMLButtonElement>(isOff);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current);
  const Icon = loading ? LoaderCircle : icon;
  return (
    <button
      ref={element}
      type="button"
      className={classes.button}
      disabled={isOff}
      data-danger={danger || undefined}
      data-warns={warns || undefined}
      data-loading={loading || undefined}
      data-once={once}
      aria-label={label}
      aria-expanded={expanded}
      onClick={onClick}
      data-hint={label}
    >
      <Icon size={20} strokeWidth={1.75} aria-hidden />
    </button>
  );
}
