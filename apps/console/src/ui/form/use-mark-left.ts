import { type FocusEvent, useEffect, useRef } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import type { FormOf } from './use-zod-form.ts';

/** Waits until the pointer is released: an error text would move the pressed button, and the click would be lost. */
export function useMarkLeft<In extends FieldValues, Out>(form: FormOf<In, Out>, name: FieldPath<In>) {
  const isPressed = useRef(false);
  const left = useRef<Element>(null);

  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // Runs after the `click` event.
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
