import classes from '@vestibule/ui/TextInput.module.css';
import { type ComponentProps, useId } from 'react';

interface SelectInputProps extends Omit<ComponentProps<'select'>, 'id' | 'className'> {
  label: string;
}

export function SelectInput({ label, ...select }: SelectInputProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      <select {...select} id={id} className={classes.input} />
    </div>
  );
}
