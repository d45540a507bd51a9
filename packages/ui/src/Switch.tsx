import { SwitchButton, SwitchField } from 'react-aria-components';
import { useKeptFocus } from './keep-focus.ts';
import classes from './Switch.module.css';

interface SwitchProps {
  /** Accessible name, also shown on hover: there is no text beside the switch. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Turns something on and off at once. A checkbox waits for a button. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const input = useKeptFocus<HTMLInputElement>(false);
  return (
    <span className={classes.place} title={label}>
      <SwitchField inputRef={input} isSelected={isOn} onChange={onChange} aria-label={label}>
        <SwitchButton className={classes.switch ?? ''}>
          <span className={classes.track} />
        </SwitchButton>
      </SwitchField>
    </span>
  );
}
