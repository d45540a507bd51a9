/** Two touches so soon one after the other, and so near, are of one hand that meant one: milliseconds and pixels. */
const soon = 400;
const near = 48;

/**
 * Takes for one press what was meant as one: two touches or clicks at a place, and Enter that is held down. What the first has
 * opened is not pressed unread, and nothing is sent twice. `isMeant` says where a second press counts all the same, by what it
 * and the first were on. What answers a touch already as it ends finds the end of a second one that is not meant prevented.
 */
export function pressOnce(isMeant: (on: Element, first: Element | null) => boolean): void {
  let first: Element | null = null;
  let last = { at: -Infinity, x: 0, y: 0 };

  // A tablet counts each touch as the first, a mouse and a desk computer count along.
  const isNextTouch = (event: MouseEvent) =>
    event instanceof PointerEvent &&
    event.pointerType === 'touch' &&
    event.timeStamp - last.at < soon &&
    Math.hypot(event.clientX - last.x, event.clientY - last.y) < near;

  const onPointerUp = (event: PointerEvent) => {
    const { target } = event;
    if (isNextTouch(event) && target instanceof Element && !isMeant(pressedBy(target), first)) event.preventDefault();
  };
  const onClick = (event: MouseEvent) => {
    const { detail, timeStamp: at, clientX: x, clientY: y, target } = event;
    // A key, or the program, presses without a pointer.
    if (detail === 0 || !(target instanceof Element)) return;
    const isNext = isNextTouch(event);
    last = { at, x, y };
    const on = pressedBy(target);
    if (detail < 2 && !isNext) first = on;
    else if (!isMeant(on, first)) keepAway(event);
  };
  // In a text of several lines a held Enter goes on making lines.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.repeat && !(event.target instanceof HTMLTextAreaElement)) event.preventDefault();
  };
  window.addEventListener('pointerup', onPointerUp, { capture: true });
  window.addEventListener('click', onClick, { capture: true });
  window.addEventListener('keydown', onKeyDown, { capture: true });
}

/** A label presses what it is the label of: some browsers tell of both. */
function pressedBy(target: Element): Element {
  return target.closest('label')?.control ?? target.closest('button, a') ?? target;
}

function keepAway(event: Event) {
  event.preventDefault();
  event.stopPropagation();
}
