import type { ReactNode } from 'react';
import { toasts } from '@vestibule/ui/toasts.ts';

export const toastMs = 3000;

export function toast(message: ReactNode): void {
  keepClear();
  const key = toasts.add(message);
  // A timer of the queue would stop while the pointer is over the toast.
  setTimeout(() => toasts.close(key), toastMs);
}

/** The width of the toasts with their margin, and the height of two, in px. */
const [width, height] = [376, 108];

/** Stays below the page's actions, so that toasts cover neither these nor the search. */
function keepClear(): void {
  const panel = document.querySelector<HTMLElement>('aside[data-beside]')?.offsetWidth ?? 0;
  const edge = innerWidth - panel;
  const controls = document.querySelectorAll('main :is([type="search"], [data-variant="primary"])');
  const taken = [...controls]
    .map((control) => control.getBoundingClientRect())
    .filter(({ left, right, top }) => right > edge - width && left < edge && top < innerHeight / 2)
    .toSorted((one, other) => one.top - other.top);
  let place = 64;
  for (const { top, bottom } of taken) {
    if (bottom > 0 && top < place + height) place = Math.max(place, bottom + 8);
  }
  document.documentElement.style.setProperty('--toasts', `${place}px`);
  document.documentElement.style.setProperty('--toasts-end', `${panel + 16}px`);
}
