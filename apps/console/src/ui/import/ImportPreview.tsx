import { useTranslation } from 'react-i18next';
import { Notice } from '../Notice.tsx';
import classes from './import.module.css';
import type { ImportColumn } from './csv.ts';
import type { Outcome } from './use-import.ts';

const shownRows = 5;

export function ImportPreview({ columns, outcome }: { columns: readonly ImportColumn[]; outcome: Outcome }) {
  const { t } = useTranslation();
  const { good, conflicts } = outcome;
  return (
    <>
      <p className={classes.words}>{t('imports.good', { number: good.length })}</p>
      {conflicts.length > 0 && <Notice kind="information">{t('imports.bad', { number: conflicts.length })}</Notice>}
      {good.length > 0 && (
        <table className={classes.table} data-stacked>
          <caption className={classes.words}>{t('imports.first')}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {t(`imports.column.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {good.slice(0, shownRows).map((row) => (
              <tr key={`${row.phone} ${row.email}`}>
                {columns.map((column) => {
                  const [Cell, scope] = column === 'name' ? (['th', 'row'] as const) : (['td'] as const);
                  return (
                    <Cell key={column} scope={scope} data-column={column}>
                      {row[column]}
                    </Cell>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
