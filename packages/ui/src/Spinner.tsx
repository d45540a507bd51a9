import classes from './Spinner.module.css';

/** Shows after 150 ms that something is loading. `label` is announced; without one, text beside the spinner must say what is loading. */
export function Spinner({ label }: { label?: string }) {
  return (
    <div className={classes.place} role={label && 'status'} aria-label={label} aria-hidden={label ? undefined : true}>
      <div className={classes.ring} />
    </div>
  );
}
