import { type FocusEvent, useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FormOf } from './use-zod-form.ts';

/**
 * Returns a handler of leaving the field, which then marks it, unless its dialog closes. Waits until a pressed pointer is released: the
 * text would move the button below the pointer, and its press would be lost.
 */
export function useMarkLeft<In extends FieldValues, Out>(form: FormOf<In, Out>, name: FieldPath<In>) {
  const isPressed = useRef(false);
  const left = useRef<Element>(null);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // After the click that follows.
      setTimeout(() => {
        if (left.current && isInUse(left.current)) void form.trigger(name);
        left.current = null;
      });
    };
    addEventListener('pointerdown', press, true);
    addEventListener('pointerup', release, true);
    addEventListener('pointercancel', release, true);
    return () => {
      removeEventListener('pointerdown', press, true);
      removeEventListener('pointerup', release, true);
      removeEventListener('pointercancel', release, true);
    };
  }, [form, name]);

  return ({ currentTarget }: FocusEvent) => {
    if (isPressed.current) left.current = currentTarget;
    else if (isInUse(currentTarget)) void form.trigger(name);
  };
}

/** A closing dialog is inert. */
function isInUse(field: Element): boolean {
  return field.isConnected && field.closest('[inert]') === null;
}
