import { Menu, type MenuProps } from '@vestibule/ui/Menu.tsx';
import { returnFocusTo } from './keyboard/use-focus-back.ts';

interface EntriesMenuProps extends Omit<MenuProps, 'isOpen'> {
  opened: boolean;
}

/** A menu of the console. A dialog that one of its entries opens returns the focus to the button of the menu. */
export function EntriesMenu({ opened, entries, ...menu }: EntriesMenuProps) {
  const passing = entries.map((entry) =>
    'options' in entry
      ? entry
      : {
          ...entry,
          onClick: () => {
            returnFocusTo(menu.trigger.current);
            entry.onClick();
          },
        },
  );
  return <Menu {...menu} isOpen={opened} entries={passing} />;
}
