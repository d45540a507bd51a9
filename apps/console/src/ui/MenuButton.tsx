import { EllipsisVertical, type Icon } from '@vestibule/ui/icons.tsx';
import { useKeptFocus } from '@vestibule/ui/keep-focus.ts';
import { Menu, MenuItem } from './Menu.tsx';
import classes from './MenuButton.module.css';
import { useMenu } from './use-menu.ts';

export interface MenuEntry {
  key: string;
  icon: Icon;
  label: string;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
}

interface MenuButtonProps {
  /** What the entries are about, such as "Actions for Aurora Shipping". */
  label: string;
  entries: readonly MenuEntry[];
}

/** What can be done with something, behind one button. */
export function MenuButton({ label, entries }: MenuButtonProps) {
  const { isOpen, container, close, button, menu } = useMenu();
  const opener = useKeptFocus<HTMLButtonElement>(false);

  const choose = (entry: MenuEntry) => {
    close();
    entry.onClick();
  };

  return (
    <div className={classes.container} ref={container}>
      <button ref={opener} type="button" className={classes.button} aria-label={label} {...button}>
        <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen && (
        <Menu className={classes.menu} aria-label={label} {...menu}>
          {entries.map((entry) => (
            <MenuItem
              key={entry.key}
              icon={entry.icon}
              label={entry.label}
              danger={entry.danger}
              disabled={entry.disabled}
              onClick={() => choose(entry)}
            />
          ))}
        </Menu>
      )}
    </div>
  );
}
