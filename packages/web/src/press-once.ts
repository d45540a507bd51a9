const doubleClickMs = 400;
const doubleClickPx = 48;

/** Merges two touches at a place, or a held Enter, into one press. `isMeant` allows a second press by its target and the first one's. */
export function pressOnce(isMeant: (on: Element, first: Element | null) => boolean): void {
  let first: Element | null = null;
  let last = { at: -Infinity, x: 0, y: 0 };

  // Tablets count each touch as the first; mice count clicks.
  const isNextTouch = (event: MouseEvent) =>
    event instanceof PointerEvent &&
    event.pointerType === 'touch' &&
    event.timeStamp - last.at < doubleClickMs &&
    Math.hypot(event.clientX - last.x, event.clientY - last.y) < doubleClickPx;

  const onPointerUp = (event: PointerEvent) => {
    const { target } = event;
    if (isNextTouch(event) && target instanceof Element && !isMeant(pressedBy(target), first)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const { detail, timeStamp: at, clientX: x, clientY: y, target } = event;
    // A key or the program presses without a pointer.
    if (detail === 0 || !(target instanceof Element)) return;
    const isNext = isNextTouch(event);
    last = { at, x, y };
    const on = pressedBy(target);
    if (detail < 2 && !isNext) first = on;
    else if (!isMeant(on, first)) keepAway(event);
  };
  // A held Enter adds lines in a text area.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  window.addEventListener('pointerup', onPointerUp, { capture: true });
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('keydown', onKeyDown, { capture: true });
}

/** A label presses its control; some browsers report both. */
function pressedBy(target: Element): Element {
  return target.closest('label')?.control ?? target.closest('button, a') ?? target;
}

function keepAway(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
