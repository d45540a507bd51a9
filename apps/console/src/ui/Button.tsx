import { type ComponentProps, type ReactNode, useImperativeHandle } from 'react';
import { Link } from 'react-router';
import classes from './Button.module.css';
import { useKeptFocus } from './keyboard/use-kept-focus.ts';

interface ButtonLook {
  /** What a press means, in order of loudness: one primary button is enough for a screen. */
  variant?: 'primary' | 'secondary' | 'flat' | 'danger' | 'danger-flat';
  size?: 'small' | 'medium' | 'large';
  fullWidth?: boolean;
  /** Before the words, such as an icon. */
  leftSection?: ReactNode;
}

interface ButtonProps extends ButtonLook, ComponentProps<'button'> {
  /** What it does is under way: it cannot be pressed again meanwhile. */
  loading?: boolean;
  /** Whoever presses it twice means once, however soon it has done what it does, as with what is sent or printed. */
  once?: true;
}

/** A button with words on it. It has the focus again when what it does is over, so that Enter tries it again. */
export function Button({ loading = false, disabled = false, once, children, ref, ...props }: ButtonProps) {
  const { look, leftSection, ...button } = lookOf(props);
  const isOff = disabled || loading;
  const element = useKeptFocus<HTMLButtonElement>(isOff);
  useImperativeHandle<HTMLButtonElement | null, HTMLButtonElement | null>(ref, () => element.current);

  return (
    <button
      ref={element}
      type="button"
      {...button}
      {...look}
      disabled={isOff}
      data-loading={loading || undefined}
      data-once={once}
    >
      {leftSection}
      <span className={classes.label}>{children}</span>
    </button>
  );
}

type ButtonLinkProps = ButtonLook & ComponentProps<typeof Link>;

/** A link to another screen that looks like a button. */
export function ButtonLink({ children, ...props }: ButtonLinkProps) {
  const { look, leftSection, ...link } = lookOf(props);
  return (
    <Link {...link} {...look}>
      {leftSection}
      <span className={classes.label}>{children}</span>
    </Link>
  );
}

function lookOf<Props extends ButtonLook>({ variant = 'primary', size = 'medium', fullWidth, ...rest }: Props) {
  const look = {
    className: classes.button,
    'data-variant': variant,
    'data-size': size,
    'data-full-width': fullWidth || undefined,
  };
  return { ...rest, look };
}
