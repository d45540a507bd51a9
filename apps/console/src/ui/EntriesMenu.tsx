import { Menu, type MenuProps } from '@vestibule/ui/Menu.tsx';

interface EntriesMenuProps extends Omit<MenuProps, 'isOpen'> {
  opened: boolean;
}

/** The menu of a `MenuButton`, which is not part of the first load. */
export function EntriesMenu({ opened, ...menu }: EntriesMenuProps) {
  return <Menu {...menu} isOpen={opened} />;
}
