import { useKeptFocus } from '@vestibule/ui/keep-focus.ts';
import classes from './Switch.module.css';

interface SwitchProps {
  /** Its name, where nothing beside it says what it turns on. */
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** Turns something on and off at once, where a checkbox would wait for a button. */
export function Switch({ label, checked, onChange }: SwitchProps) {
  const element = useKeptFocus<HTMLInputElement>(false);
  return (
    <label className={classes.target}>
      <input
        ref={element}
        className={classes.switch}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        aria-label={label}
        title={label}
        checked={checked}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
