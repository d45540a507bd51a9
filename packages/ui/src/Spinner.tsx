import classes from './Spinner.module.css';

/** Shows after 150 ms. `label` is announced; without one, a text beside the spinner must name it. */
export function Spinner({ label }: { label?: string }) {
  return (
    <div className={classes.place} role={label && 'status'} aria-label={label} aria-hidden={label ? undefined : true}>
      <div className={classes.ring} />
    </div>
  );
}
