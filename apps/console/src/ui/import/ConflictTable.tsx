import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { Download } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import { tooLong } from '../form/use-field.ts';
import { useErrorText } from '../problem-text.ts';
import { saveFile } from '../save-file.ts';
import { type ImportColumn, writeCsvForPeople } from './csv.ts';
import classes from './import.module.css';

interface ConflictTableProps {
  help: string;
  columns: readonly ImportColumn[];
  conflicts: readonly Conflict[];
  disabled: boolean;
  onEdit: (index: number, column: ImportColumn, value: string) => void;
}

/** Only of columns with values of their own. The others look an employee or a moment up. */
const maxLengths = { name: 120, companyName: 120, phone: 32, email: 254, host: undefined, time: undefined } as const;

/** More rows are corrected better in a spreadsheet. */
const shownRows = 50;

export function ConflictTable({ help, columns, conflicts, disabled, onEdit }: ConflictTableProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const further = conflicts.length - shownRows;

  const tooLongText = (column: ImportColumn, value: string | null | undefined) => {
    const key = tooLong(value, maxLengths[column]);
    return key && errorText(key);
  };

  const download = () => {
    const head = [...columns, 'reason' as const].map((column) => t(`imports.column.${column}`));
    const rows = conflicts.map((row) => [...columns.map((column) => row[column] ?? ''), errorText(row.reason)]);
    saveFile(t('imports.downloadName'), 'text/csv;charset=utf-8', writeCsvForPeople([head, ...rows]));
  };

  return (
    <>
      <p className={classes.words}>{help}</p>
      <table className={classes.table} data-stacked>
        <thead>
          <tr>
            <th scope="col">{t('imports.column.row')}</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`imports.column.${column}`)}
              </th>
            ))}
            <th scope="col">{t('imports.column.reason')}</th>
          </tr>
        </thead>
        <tbody>
          {conflicts.slice(0, shownRows).map((conflict, index) => (
            <tr key={conflict.row}>
              <th className={classes.number} scope="row" data-label={t('imports.column.row')}>
                {conflict.row}
              </th>
              {columns.map((column) => (
                <td key={column}>
                  <TextInput
                    aria-label={t('imports.cell', { column: t(`imports.column.${column}`), row: String(conflict.row) })}
                    placeholder={t(`imports.column.${column}`)}
                    value={conflict[column] ?? ''}
                    disabled={disabled}
                    error={tooLongText(column, conflict[column])}
                    autoComplete="off"
                    onChange={(event) => onEdit(index, column, event.currentTarget.value)}
                  />
                </td>
              ))}
              <td className={classes.reason}>{errorText(conflict.reason)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {further > 0 && <p className={classes.words}>{t('imports.more', { number: further })}</p>}
      <div>
        <Button variant="flat" size="small" icon={<Download size={16} aria-hidden />} onClick={download}>
          {t('imports.download')}
        </Button>
      </div>
    </>
  );
}
