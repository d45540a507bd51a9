/** Gives the focus to what is there when what had it is gone: the dialog in front, or the content of the screen. */
export function focusWhatIsLeft(): void {
  const left = document.querySelector('[aria-modal="true"]:not([inert])') ?? document.querySelector('main');
  if (left instanceof HTMLElement) left.focus({ preventScroll: true });
}
