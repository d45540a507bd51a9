import { Button } from '@vestibule/ui/Button.tsx';
import { keepFocus } from '@vestibule/ui/keep-focus.ts';
import type { ReactNode } from 'react';
import classes from './SelectionBar.module.css';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps {
  label: string;
  selected: string;
  full: string;
  clearLabel: string;
  selection: Selection;
  isBusy?: boolean;
  children: ReactNode;
}

export function SelectionBar(props: SelectionBarProps) {
  const { label, selected, full, clearLabel, selection, isBusy = false, children } = props;
  return (
    <section ref={keepFocus} className={classes.bar} aria-label={label}>
      <p className={classes.number} role="status">
        {selected} {selection.isFull && full}
      </p>
      <div className={classes.actions}>
        <Button variant="secondary" size="small" onClick={selection.clear} disabled={isBusy}>
          {clearLabel}
        </Button>
        {children}
      </div>
    </section>
  );
}
