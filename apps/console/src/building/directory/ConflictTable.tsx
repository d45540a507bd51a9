import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { useTranslation } from 'react-i18next';
import { Email } from '../../ui/Email.tsx';
import { PhoneNumber } from '../../ui/PhoneNumber.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import classes from './ConflictTable.module.css';

const shownRows = 100;

export function ConflictTable({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const further = conflicts.length - shownRows;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be focusable
    <div className={classes.frame} role="region" aria-label={t('directory.conflicts')} tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('directory.column.name')}</th>
            <th scope="col">{t('directory.column.phone')}</th>
            <th scope="col">{t('directory.column.email')}</th>
            <th scope="col">{t('directory.column.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.slice(0, shownRows).map(({ name, phone, email, reason }, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the rows have no ids and never change
            <tr key={index}>
              <th scope="row">{name}</th>
              <td>{phone && <PhoneNumber phone={phone} />}</td>
              <td>{email && <Email address={email} />}</td>
              <td>{errorText(reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {further > 0 && <p>{t('directory.moreConflicts', { number: further })}</p>}
    </div>
  );
}
