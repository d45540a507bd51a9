import type { HostChoice } from '@vestibule/contract/visits/host.ts';
import classes from './host.module.css';

interface ChoiceListProps {
  choices: readonly HostChoice[];
  isBusy: boolean;
  onChoose: (employeeId: number) => void;
}

/** The tenants at which the host works. */
export function ChoiceList({ choices, isBusy, onChoose }: ChoiceListProps) {
  return (
    <ul className={classes.choices}>
      {choices.map(({ id, name, tenant }) => (
        <li key={id}>
          <button type="button" className={classes.choice} disabled={isBusy} onClick={() => onChoose(id)}>
            <strong>{tenant.name}</strong>
            <span>{name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
