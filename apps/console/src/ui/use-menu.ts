import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createTypeahead } from './keyboard/typeahead.ts';

/**
 * The behaviour of a menu button: the arrow down opens it at its first item and the arrow up at its last, arrows and letters go
 * through the items, Home and End go to the ends, Escape and Tab close it, as does a press elsewhere. Spread `button` and `menu` on the
 * two elements, which stand in `container`.
 */
export function useMenu() {
  /** Where it was opened, from the end if negative. */
  const [opened, setOpened] = useState<0 | -1 | null>(null);
  const [findTyped] = useState(createTypeahead);
  const isOpen = opened !== null;
  const container = useRef<HTMLDivElement>(null);
  const items = () => [
    ...(container.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:enabled, a[role^="menuitem"]') ?? []),
  ];
  const focusButton = () => container.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();

  useEffect(() => {
    if (opened === null) return;
    items().at(opened)?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpened(null);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [opened]);

  const close = () => {
    setOpened(null);
    focusButton();
  };

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpened(event.key === 'ArrowDown' ? 0 : -1);
  };

  const onMenuKey = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const typed = findTyped(
      event,
      all.map(({ textContent }) => textContent),
      at,
    );
    const to = typed ?? { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpened(null);
    if (to === undefined && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (to !== undefined) all.at(to % all.length)?.focus();
  };

  return {
    isOpen,
    container,
    close,
    button: {
      'aria-haspopup': 'menu',
      'aria-expanded': isOpen,
      onClick: () => setOpened(isOpen ? null : 0),
      onKeyDown: onButtonKey,
    },
    menu: { role: 'menu', onKeyDown: onMenuKey },
  } as const;
}
