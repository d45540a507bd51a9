import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/**
 * The behaviour of a menu button: arrows open it and go through the items, Home and End go to the ends, Escape and Tab
 * close it, as does a press elsewhere. Spread `button` and `menu` on the two elements, which stand in `container`.
 */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  const items = () => [
    ...(container.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]:enabled, a[role^="menuitem"]') ?? []),
  ];
  const focusButton = () => container.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();

  useEffect(() => {
    if (!isOpen) return;
    items()[0]?.focus();
    const closeOutside = ({ target }: PointerEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  const close = () => {
    setOpen(false);
    focusButton();
  };

  const onButtonKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  };

  const onMenuKey = (event: KeyboardEvent) => {
    const all = items();
    const at = all.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
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
      onClick: () => setOpen(!isOpen),
      onKeyDown: onButtonKey,
    },
    menu: { role: 'menu', onKeyDown: onMenuKey },
  } as const;
}
