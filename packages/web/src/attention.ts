/** How long after somebody last touched the page its calls count as nobody's, in milliseconds. */
const lasts = 60_000;

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'click'] as const;

/** Whoever opened the page was there. */
let lastSeen = Date.now();

for (const sign of signs) {
  globalThis.addEventListener?.(sign, () => (lastSeen = Date.now()), { capture: true, passive: true });
}

/** Whether nobody has touched this page for a while. */
export function isUnattended(): boolean {
  return Date.now() - lastSeen > lasts;
}
