import { type ReactNode, useId } from 'react';
import classes from './Section.module.css';

interface SectionProps {
  title: string;
  help: string;
  children: ReactNode;
}

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
