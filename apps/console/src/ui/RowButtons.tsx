import { ChevronDown, ChevronRight } from 'lucide-react';
import classes from './DataTable.module.css';
import { IconButton } from './IconButton.tsx';
import type { RowAction } from './rows.ts';

/** The actions of a row, as buttons with names. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  return (
    <div className={classes.buttons}>
      {actions.map(({ key, ...button }) => (
        <IconButton key={key} {...button} />
      ))}
    </div>
  );
}

interface ExpandButtonProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** Opens and closes what lies below a row. */
export function ExpandButton({ label, isOpen, onToggle }: ExpandButtonProps) {
  return <IconButton icon={isOpen ? ChevronDown : ChevronRight} label={label} onClick={onToggle} expanded={isOpen} />;
}
