import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Plus, Trash2 } from '@vestibule/ui/icons.tsx';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import classes from './fields.module.css';

interface FieldRowsProps {
  help: string;
  rows: readonly string[];
  onChange: (rows: string[]) => void;
  onAdded: (index: number) => void;
  maxRows: number;
  fullText: string;
  addLabel: string;
  removeLabel: (row: string | number) => string;
  children: (index: number) => ReactNode;
}

export function FieldRows(props: FieldRowsProps) {
  const { help, rows, onChange, maxRows, fullText, addLabel, removeLabel, children } = props;
  const change = useRef<'added' | 'removed'>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const onAdded = useEffectEvent(props.onAdded);

  useEffect(() => {
    if (change.current === 'added') onAdded(rows.length - 1);
    if (change.current === 'removed') addButton.current?.focus();
    change.current = null;
  }, [rows.length]);

  const add = () => {
    change.current = 'added';
    onChange([...rows, '']);
  };
  const remove = (index: number) => {
    change.current = 'removed';
    onChange(rows.filter((_, other) => other !== index));
  };

  return (
    <>
      <p className={classes.help}>{help}</p>
      <div className={classes.rows}>
        {rows.map((row, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- a row is identified by its position
          <div key={index} className={classes.row}>
            {children(index)}
            <span className={classes.remove}>
              <IconButton icon={Trash2} label={removeLabel(row || index + 1)} onClick={() => remove(index)} danger />
            </span>
          </div>
        ))}
      </div>
      {rows.length < maxRows ? (
        <span>
          <Button ref={addButton} variant="secondary" size="small" icon={<Plus size={16} aria-hidden />} onClick={add}>
            {addLabel}
          </Button>
        </span>
      ) : (
        <p className={classes.help}>{fullText}</p>
      )}
    </>
  );
}
