import { type ButtonLook, buttonLook } from '@vestibule/ui/Button.tsx';
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './text.module.css';

interface ButtonLinkProps extends Pick<ButtonLook, 'variant' | 'size' | 'fullWidth'>, ComponentProps<typeof Link> {
  icon?: ReactNode;
}

export function ButtonLink({ variant, size, fullWidth, icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} {...buttonLook({ variant, size, fullWidth })}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}

export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={classes.link} />;
}
