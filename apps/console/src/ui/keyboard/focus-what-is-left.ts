/** Gives the focus to what is there when what had it is gone: the dialog in front, or the content of the screen. */
export function focusWhatIsLeft(): void {
  const left = document.querySelector('[data-modal]') ?? document.querySelector('main');
  if (left instanceof HTMLElement) left.focus({ preventScroll: true });
}

/** Whether this is in the screen, or in a dialog that stays: one that closes gives the focus back itself. */
export function isInUse(element: HTMLElement | null): boolean {
  return Boolean(element?.closest('main, [data-modal]'));
}

/** As a `ref` of what goes away by what is pressed in it: what is left has the focus then. A button disabled meanwhile has lost it to nothing. */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    const now = document.activeElement;
    if (now === document.body || element?.contains(now)) focusWhatIsLeft();
  };
}

/**
 * As a `ref` of what may go away by itself, as a row that somebody else deletes: what is left has the focus then, if anything in it had.
 */
export function passFocusOn(element: HTMLElement | null): () => void {
  return () => {
    if (isInUse(element) && element?.contains(document.activeElement)) focusWhatIsLeft();
  };
}
