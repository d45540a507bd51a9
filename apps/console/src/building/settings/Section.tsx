import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  title: string;
  /** What the fields are for. */
  help: string;
  children: ReactNode;
}

/** Some fields of a long form that belong together: what they are for on the left, the fields on the right. */
export function Section({ title, help, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        <p className={classes.help}>{help}</p>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  );
}
