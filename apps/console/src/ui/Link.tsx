import { type ButtonLook, buttonLook } from '@vestibule/ui/Button.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './text.module.css';

interface ButtonLinkProps extends Pick<ButtonLook, 'variant' | 'size' | 'fullWidth'>, ComponentProps<typeof Link> {
  /** Shown before the text. */
  icon?: ReactNode;
}

/** A link to another screen that looks like a button. */
export function ButtonLink({ variant, size, fullWidth, icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} {...buttonLook({ variant, size, fullWidth })}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

/** A link to another screen within or below a text. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={classes.link} />;
}
