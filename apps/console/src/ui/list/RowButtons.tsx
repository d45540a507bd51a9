import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { ChevronDown, ChevronRight } from '@vestibule/ui/icons.tsx';
import classes from './DataTable.module.css';
import { MenuButton } from '../MenuButton.tsx';
import type { RowAction } from './rows.ts';

/** The actions of a row, as buttons with names; those that may, in a menu at the end where there are several. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  const entries = actions.flatMap(({ menu, danger, disabled, ...entry }) =>
    menu ? { ...entry, label: menu.entry, isDanger: danger, isDisabled: disabled } : [],
  );
  const label = actions.find(({ menu }) => menu)?.menu?.label;
  const hasMenu = label !== undefined && entries.length > 1;
  return (
    <div className={classes.buttons}>
      {actions.map(({ key, menu, ...button }) => !(menu && hasMenu) && <IconButton key={key} {...button} />)}
      {hasMenu && <MenuButton label={label} entries={entries} />}
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
