import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import classes from './MenuButton.module.css';
import { useMenu } from './use-menu.ts';

export interface MenuEntry {
  key: string;
  icon: LucideIcon;
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

  const choose = (entry: MenuEntry) => {
    close();
    entry.onClick();
  };

  return (
    <div className={classes.container} ref={container}>
      <button type="button" className={classes.button} aria-label={label} {...button}>
        <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />
      </button>
      {isOpen && (
        <div className={classes.menu} aria-label={label} {...menu}>
          {entries.map((entry) => (
            <button
              key={entry.key}
              type="button"
              className={classes.item}
              role="menuitem"
              tabIndex={-1}
              data-danger={entry.danger || undefined}
              disabled={entry.disabled}
              onClick={() => choose(entry)}
            >
              <entry.icon size={18} strokeWidth={1.75} aria-hidden />
              {entry.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
