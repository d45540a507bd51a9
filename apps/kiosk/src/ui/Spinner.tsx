import classes from './Spinner.module.css';

/** Shows that something is under way; what it is stands in words beside it. */
export function Spinner() {
  return <div className={classes.spinner} aria-hidden />;
}
