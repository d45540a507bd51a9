import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import classes from './TextLink.module.css';

/** A link to another screen within or below a text. */
export function TextLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} className={classes.link} />;
}
