import type { PersonInside, RollCall } from '@vestibule/contract/visits/roll-call.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Check, Phone } from '@vestibule/ui/icons.tsx';
import { passFocusOn } from '@vestibule/ui/keep-focus.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './RollCallList.module.css';

interface RollCallListProps {
  rollCall: RollCall;
  onTick: (visitId: number, isSafe: boolean) => void;
}

/** A row stays when it is ticked: otherwise the next row would move under the finger. */
export function RollCallList({ rollCall: { people }, onTick }: RollCallListProps) {
  const { t } = useTranslation();
  const [hidden, setHidden] = useState<readonly number[]>([]);
  const isShown = ({ visitId, isSafe }: PersonInside) => !isSafe || !hidden.includes(visitId);
  const safe = people.filter(({ isSafe }) => isSafe);
  const missing = people.length - safe.length;
  const canHide = safe.some(isShown);
  // A person who is ticked here again also stays.
  const tick: RollCallListProps['onTick'] = (visitId, isSafe) => {
    setHidden(hidden.filter((id) => id !== visitId));
    onTick(visitId, isSafe);
  };
  const tenants = [...Map.groupBy(people, ({ tenant }) => tenant.id).values()].filter((group) => group.some(isShown));

  return (
    <div ref={passFocusOn} className={classes.rollCall}>
      <div className={classes.head}>
        <p className={classes.counts} role="status">
          <span className={classes.missing} data-none={missing === 0 || undefined}>
            {t('evacuation.missing', { count: missing })}
          </span>
          <span className={classes.safe}>{t('evacuation.safe', { count: safe.length })}</span>
        </p>
        {people.length > 0 && (
          <Button
            variant="secondary"
            fullWidth
            disabled={safe.length === 0}
            onClick={() => setHidden(canHide ? safe.map(({ visitId }) => visitId) : [])}
          >
            {t(safe.length > 0 && !canHide ? 'evacuation.showSafe' : 'evacuation.hideSafe')}
          </Button>
        )}
      </div>
      {people.length === 0 && <p>{t('evacuation.nobody')}</p>}
      {tenants.map((group) => (
        <section key={group[0]?.tenant.id} className={classes.tenant}>
          <h2 className={classes.tenantName}>
            {group[0]?.tenant.name}
            <span className={classes.count}>
              {t('evacuation.ofTenant', { safe: group.filter(({ isSafe }) => isSafe).length, all: group.length })}
            </span>
          </h2>
          <ul className={classes.people}>
            {group.filter(isShown).map((person) => (
              <PersonRow key={person.visitId} person={person} onTick={tick} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function PersonRow({ person, onTick }: { person: PersonInside } & Pick<RollCallListProps, 'onTick'>) {
  const { t } = useTranslation();
  const { visitId, name, companyName, phone, employee, isSafe } = person;
  return (
    <li className={classes.person} data-safe={isSafe || undefined}>
      <label className={classes.target}>
        <input
          className={classes.box}
          type="checkbox"
          checked={isSafe}
          onChange={({ currentTarget }) => onTick(visitId, currentTarget.checked)}
        />
        <span className={classes.mark} aria-hidden>
          {isSafe && <Check size={24} strokeWidth={3} />}
        </span>
        <span className={classes.words}>
          <span className={classes.name}>{name}</span>
          <span className={classes.detail}>
            {employee ? t('evacuation.withHost', { company: companyName, host: employee.name }) : companyName}
          </span>
        </span>
      </label>
      <a className={classes.phone} href={`tel:${phone}`} aria-label={t('evacuation.call', { name })} title={phone}>
        <Phone size={22} aria-hidden />
      </a>
    </li>
  );
}
