import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Looks for a program on the search path, by any of its names. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => existsSync(file));
}

/** The part of WebDriver and of WebDriver BiDi that both name alike. */
export interface Engine {
  go: (address: string) => Promise<void>;
  /** Returns the JSON of an expression. */
  evaluate: (expression: string) => Promise<unknown>;
  /** Sources of input, as in https://www.w3.org/TR/webdriver2/#actions. */
  act: (sources: object[]) => Promise<void>;
  /** Returns a PNG in base64. */
  picture: () => Promise<string>;
  close: () => Promise<void>;
}

const patienceMs = 30_000;

/** Operates a page by what a user sees. */
export function createHand(engine: Engine) {
  const until = async <Value>(what: string, look: () => Promise<Value | null | undefined | false>): Promise<Value> => {
    const end = Date.now() + patienceMs;
    for (;;) {
      // A page that is being replaced answers nothing.
      const found = await look().catch(() => null);
      if (found) return found;
      if (Date.now() > end) throw new Error(`${what} did not come. The page shows: ${await readAll(engine)}`);
      await wait(100);
    }
  };
  const find = (what: string, expression: string) => {
    let before = '';
    return until(what, async () => {
      const place = await engine.evaluate(`(${inPage})(${expression})`);
      // What moves would not be there any more.
      const isStill = JSON.stringify(place) === before;
      before = JSON.stringify(place);
      return isStill && isPlace(place) ? place : null;
    });
  };
  let isLeft = false;
  /** On alternate sides: the kiosk counts two fast clicks at one place as one. */
  const clickAt = async ({ x, y, width }: Place) => {
    isLeft = !isLeft;
    const side = Math.round(x + width * (isLeft ? -0.3 : 0.3));
    const down = { type: 'pointerDown', button: 0 };
    const actions = [{ type: 'pointerMove', x: side, y }, down, { type: 'pointerUp', button: 0 }];
    await engine.act([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }]);
  };
  const keys = (text: string) =>
    engine.act([
      {
        type: 'key',
        id: 'keyboard',
        actions: [...text].flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      },
    ]);
  return {
    click: async (name: string) => clickAt(await find(`the button ${name}`, JSON.stringify({ name }))),
    fill: async (label: string, text: string) => {
      await clickAt(await find(`the field ${label}`, JSON.stringify({ label })));
      await keys(text);
    },
    keys,
    see: async (text: string) => void (await find(text, JSON.stringify({ text }))),
    read: (what: string, pattern: RegExp) => until(what, async () => pattern.exec(await readAll(engine))?.[0]),
    untilGone: (text: string) => until(`the end of ${text}`, async () => !(await readAll(engine)).includes(text)),
  };
}

export const enter = '\uE007';
export const down = '\uE015';

interface Place {
  x: number;
  y: number;
  width: number;
}

function isPlace(value: unknown): value is Place {
  return typeof value === 'object' && value !== null && 'x' in value && 'y' in value && 'width' in value;
}

async function readAll(engine: Engine): Promise<string> {
  return String(await engine.evaluate('document.body.innerText'));
}

/** Runs in the page. Returns the middle of the visible button, field or text; null without one, or if a click would not reach it. */
const inPage = `({ name, label, text }) => {
  const nameOf = (element) => {
    const copy = element.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[aria-hidden=true]')) hidden.remove();
    return (element.getAttribute('aria-label') ?? copy.textContent).replace(/\\s+/g, ' ').trim();
  };
  const isVisible = (element) => element.checkVisibility({ visibilityProperty: true });
  const fits = (element) => {
    if (name !== undefined) return element.matches('button, a, [role=option], [role=tab]') && !element.disabled && nameOf(element) === name;
    if (label !== undefined) {
      const labels = [element.getAttribute?.('aria-label') ?? '', ...[...(element.labels ?? [])].map(nameOf)];
      return element.matches('input') && labels.some((each) => each === label || each.startsWith(label + ' '));
    }
    return nameOf(element).includes(text);
  };
  const kind = name !== undefined ? 'button, a, [role=option], [role=tab]' : label !== undefined ? 'input' : 'body *';
  const all = [...document.querySelectorAll(kind)].filter((element) => isVisible(element) && fits(element));
  // The innermost element of a text.
  const found = text === undefined ? all[0] : all.at(-1);
  if (!found) return null;
  const { left, top, width, height } = found.getBoundingClientRect();
  const [x, y] = [Math.round(left + width / 2), Math.round(top + height / 2)];
  if (text !== undefined || found.contains(document.elementFromPoint(x, y))) return { x, y, width };
  // Not before: scrolling closes an open list.
  found.scrollIntoView({ block: 'center' });
  return null;
}`;
