import { type MouseEvent, useEffect, useRef } from 'react';

/**
 * For what opens below the pointer: the second press of two belongs to what the first was on. Answers what hears each press
 * inside first, and keeps that one away.
 */
export function useOwnPresses(opened: boolean) {
  const hasBegun = useRef(false);
  useEffect(() => {
    hasBegun.current = false;
  }, [opened]);

  return (event: MouseEvent) => {
    if (event.detail < 2) hasBegun.current = true;
    if (hasBegun.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
}
