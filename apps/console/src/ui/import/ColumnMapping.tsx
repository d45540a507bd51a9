import { useTranslation } from 'react-i18next';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { SelectInput } from '../form/SelectInput.tsx';
import classes from './import.module.css';
import type { Mapping, Sheet } from './mapping.ts';
import type { ImportColumn } from './csv.ts';

interface ColumnMappingProps {
  columns: readonly ImportColumn[];
  sheet: Sheet;
  mapping: Mapping;
  onChange: (mapping: Mapping) => void;
}

const longestSample = 30;

export function ColumnMapping({ columns, sheet, mapping, onChange }: ColumnMappingProps) {
  const { t } = useTranslation();
  const lines = sheet.filter((cells) => cells.some((cell) => cell.trim() !== ''));
  const width = Math.max(0, ...lines.slice(0, 200).map(({ length }) => length));
  const [first = [], second = []] = lines;
  const options = Array.from({ length: width }, (_, place) => {
    const title = mapping.hasTitles ? first[place]?.trim() : undefined;
    const sample = ((mapping.hasTitles ? second : first)[place] ?? '').trim().slice(0, longestSample);
    const name = title || t('imports.mapping.number', { number: place + 1 });
    return { place, label: sample ? t('imports.mapping.option', { name, sample }) : name };
  });
  const choose = (column: ImportColumn, value: string) => {
    const { [column]: _, ...places } = mapping.places;
    // A column of the file has one meaning.
    const others = Object.fromEntries(Object.entries(places).filter(([, place]) => String(place) !== value));
    onChange({ ...mapping, places: value === '' ? places : { ...others, [column]: Number(value) } });
  };

  return (
    <>
      <p className={classes.words}>{t('imports.mapping.help')}</p>
      {columns.map((column) => (
        <SelectInput
          key={column}
          label={t(`imports.column.${column}`)}
          value={mapping.places[column] ?? ''}
          onChange={({ currentTarget }) => choose(column, currentTarget.value)}
        >
          <option value="">{t('imports.mapping.none')}</option>
          {options.map(({ place, label }) => (
            <option key={place} value={place}>
              {label}
            </option>
          ))}
        </SelectInput>
      ))}
      <Checkbox
        label={t('imports.mapping.hasTitles')}
        isChecked={mapping.hasTitles}
        onChange={(hasTitles) => onChange({ ...mapping, hasTitles })}
      />
    </>
  );
}
