import { Check, type Icon } from './icons.tsx';
import type { RefObject } from 'react';
import { Menu as AriaMenu, MenuItem, MenuSection, Popover } from 'react-aria-components';
import { returnFocusTo } from './focus-back.ts';
import classes from './Menu.module.css';

export interface MenuEntry {
  key: string;
  icon: Icon;
  label: string;
  onClick: () => void;
  isDanger?: boolean | undefined;
  isDisabled?: boolean | undefined;
}

export interface MenuChoice {
  key: string;
  label: string;
  chosen: string;
  options: readonly Omit<MenuEntry, 'isDanger' | 'isDisabled'>[];
}

export interface MenuProps {
  isOpen: boolean;
  onClose: () => void;
  trigger: RefObject<HTMLElement | null>;
  label: string;
  focus: 'first' | 'last';
  isWide?: boolean | undefined;
  entries: readonly (MenuEntry | MenuChoice)[];
}

/** Arrow keys and letters move through the entries. Escape, Tab and a press elsewhere close it. */
export function Menu({ isOpen, onClose, trigger, label, focus, isWide = false, entries }: MenuProps) {
  return (
    <Popover
      className={classes.menu ?? ''}
      triggerRef={trigger}
      isOpen={isOpen}
      onOpenChange={(next) => {
        // oxlint-disable-next-line typescript/no-deprecated -- only the current event says why React Aria closes the menu
        if (!next && !isPageScroll(window.event)) onClose();
      }}
      isNonModal
      // The button closes the menu by itself.
      shouldCloseOnInteractOutside={(element) => !trigger.current?.contains(element)}
      placement={isWide ? 'bottom start' : 'bottom end'}
      offset={4}
      data-wide={isWide || undefined}
      aria-label={label}
      // The menu is outside the landmarks of the page, so it is one.
      render={(dom) => <div {...dom} role="region" />}
    >
      <AriaMenu className={classes.items ?? ''} aria-label={label} autoFocus={focus} onClose={onClose} shouldFocusWrap>
        {entries.map((entry) =>
          'options' in entry ? (
            <Choice key={entry.key} choice={entry} />
          ) : (
            <Entry key={entry.key} entry={entry} trigger={trigger} />
          ),
        )}
      </AriaMenu>
    </Popover>
  );
}

/** React Aria closes a menu when the page scrolls, also to the focus or to a row of a live list. */
function isPageScroll(event: Event | undefined): boolean {
  return event?.type === 'scroll' && event.target === document;
}

function Entry({ entry, trigger }: { entry: MenuEntry; trigger: MenuProps['trigger'] }) {
  const { icon: Icon, label, onClick, isDanger = false, isDisabled = false } = entry;
  const act = () => {
    returnFocusTo(trigger.current);
    onClick();
  };
  return (
    <MenuItem
      className={classes.item ?? ''}
      textValue={label}
      isDisabled={isDisabled}
      onAction={act}
      data-danger={isDanger || undefined}
    >
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={classes.label}>{label}</span>
    </MenuItem>
  );
}

function Choice({ choice: { label, chosen, options } }: { choice: MenuChoice }) {
  return (
    <MenuSection
      className={classes.group ?? ''}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      shouldCloseOnSelect={false}
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => options.find(({ key }) => keys !== 'all' && keys.has(key))?.onClick()}
    >
      {options.map(({ key, label: text, icon: Icon }) => (
        <MenuItem key={key} id={key} className={classes.item ?? ''} textValue={text}>
          <Icon size={18} strokeWidth={1.75} aria-hidden />
          <span className={classes.label}>{text}</span>
          {key === chosen && <Check size={16} aria-hidden />}
        </MenuItem>
      ))}
    </MenuSection>
  );
}
