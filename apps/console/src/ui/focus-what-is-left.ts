/** Gives the focus to what is there when what had it is gone: the dialog in front, or the content of the screen. */
export function focusWhatIsLeft(): void {
  const left = document.querySelector('[aria-modal="true"]:not([inert])') ?? document.querySelector('main');
  if (left instanceof HTMLElement) left.focus({ preventScroll: true });
}

/** As a `ref` of what goes away by what is pressed in it: what is left has the focus then. A button disabled meanwhile has lost it to nothing. */
export function keepFocus(element: HTMLElement | null): () => void {
  return () => {
    const now = document.activeElement;
    if (now === document.body || element?.contains(now)) focusWhatIsLeft();
  };
}
