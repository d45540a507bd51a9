/** Two touches so soon one after the other, and so near, are of one hand that meant one: milliseconds and pixels. */
const soon = 400;
const near = 48;

/**
 * Takes for one press what was meant as one: two touches or clicks at a place. The second would press what the next screen has there,
 * unread. A button that is pressed again and again, as a digit is, carries `data-again`.
 */
export function pressOnce(): void {
  let last = { at: -Infinity, x: 0, y: 0 };
  const onClick = (event: MouseEvent) => {
    const { timeStamp: at, clientX: x, clientY: y, target } = event;
    // A tablet counts each touch as the first, a mouse and a desk computer count along.
    const isTouch = event instanceof PointerEvent && event.pointerType === 'touch';
    const isNext = isTouch && at - last.at < soon && Math.hypot(x - last.x, y - last.y) < near;
    if (event.detail > 0) last = { at, x, y };
    if (event.detail < 2 && !isNext) return;
    const button = target instanceof Element ? target.closest('button') : null;
    if (!button || button.dataset['again'] !== undefined) return;
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', onClick, { capture: true });
}
