import type { MenuChoice, MenuEntry, MenuProps } from '@vestibule/ui/Menu.tsx';
import { EllipsisVertical } from '@vestibule/ui/icons.tsx';
import { focusWhatIsLeft, useKeptFocus } from '@vestibule/ui/keep-focus.ts';
import { type KeyboardEvent, type ReactNode, useLayoutEffect, useState } from 'react';
import { lazyDialog } from './lazy-dialog.tsx';
import classes from './MenuButton.module.css';

const EntriesMenu = lazyDialog(async () => {
  const { Menu } = await import('@vestibule/ui/Menu.tsx');
  return ({ opened, ...menu }: Omit<MenuProps, 'isOpen'> & { opened: boolean }) => <Menu {...menu} isOpen={opened} />;
});

interface MenuButtonProps {
  label: string;
  entries: readonly (MenuEntry | MenuChoice)[];
  children?: ReactNode;
  className?: string | undefined;
}

export function MenuButton({ label, entries, children, className }: MenuButtonProps) {
  const trigger = useKeptFocus<HTMLButtonElement>(false);
  const [opened, setOpened] = useState(false);
  const [focus, setFocus] = useState<'first' | 'last'>('first');

  // Another user can delete the row while its menu is open, which removes the focused element.
  useLayoutEffect(() => {
    const button = trigger.current;
    if (!opened || !button) return undefined;
    return () => {
      setTimeout(() => {
        if (!button.isConnected && document.activeElement === document.body) focusWhatIsLeft();
      });
    };
  }, [opened, trigger]);

  const open = (at: 'first' | 'last') => {
    setFocus(at);
    setOpened(true);
  };
  // React Aria mistakes a key press for the click of a screen reader and delays the focus.
  const onKeyDown = (event: KeyboardEvent) => {
    if (!['ArrowDown', 'ArrowUp', 'Enter', ' '].includes(event.key) || event.repeat) return;
    event.preventDefault();
    if (opened) setOpened(false);
    else open(event.key === 'ArrowUp' ? 'last' : 'first');
  };

  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className ?? classes.button}
        aria-label={children ? undefined : label}
        aria-haspopup="menu"
        aria-expanded={opened}
        onClick={() => (opened ? setOpened(false) : open('first'))}
        onKeyDown={onKeyDown}
      >
        {children ?? <EllipsisVertical size={20} strokeWidth={1.75} aria-hidden />}
      </button>
      <EntriesMenu
        opened={opened}
        onClose={() => setOpened(false)}
        trigger={trigger}
        label={label}
        focus={focus}
        isWide={children !== undefined}
        entries={entries}
      />
    </>
  );
}
