import type { Page } from '@playwright/test';

const tablets = [
  { width: 1280, height: 800 },
  { width: 800, height: 1280 },
  { width: 1024, height: 768 },
  { width: 1024, height: 600 },
  { width: 768, height: 1024 },
  { width: 600, height: 960 },
  { width: 600, height: 1024 },
];

/** Measured in the languages with the longest words: each takes the time of three tablets. */
const screens = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
  { width: 3840, height: 2160 },
  { width: 2160, height: 3840 },
];
const longest = ['de', 'fi', 'lt'];

export function sizesFor(language: string) {
  return longest.includes(language) ? [...tablets, ...screens] : tablets;
}

/** Longer than a line of any screen. */
export const longName = 'Marie-Antoinette-Joséphine de la Rochefoucauld-Montmorency B';

export const belowNotice = 'below the notice';

/** Lists the elements that overflow the screen or their button on any tablet, or that the notice at the top covers. */
export async function cutOff(page: Page, sizes = tablets): Promise<string[]> {
  const found: string[] = [];
  for (const viewport of sizes) {
    await page.setViewportSize(viewport);
    found.push(
      ...(await page.evaluate((belowNotice) => {
        const name = (element: Element) => `${innerWidth}: ${element.tagName} ${element.textContent?.slice(0, 40)}`;
        const shown = [...document.querySelectorAll('button, h1, h2, p, label, input, time')].filter((element) =>
          element.checkVisibility({ visibilityProperty: true }),
        );
        const isOut = (element: Element) => {
          const { left, right, top, bottom } = element.getBoundingClientRect();
          const isHidden = right - left <= 1 || element.closest('.unseen') !== null;
          // Lists, the choices of a dialog, and screens in large text scroll.
          const isScrolled = element.matches('ul *, [role=dialog] [aria-pressed], [data-large] #root *');
          const body = element.closest('header + div')?.getBoundingClientRect();
          const isBehind = !isScrolled && body !== undefined && (top < body.top - 1 || bottom > body.bottom + 1);
          return (
            !isHidden &&
            (isBehind || left < 0 || right > innerWidth || (!isScrolled && (top < 0 || bottom > innerHeight)))
          );
        };
        const isOverfull = (element: Element) =>
          element.tagName === 'BUTTON' &&
          (element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1);
        // The ways back share one row; only the way on may have another.
        const tooHigh = [...document.querySelectorAll('main footer > div')].filter(
          ({ clientHeight }) => clientHeight > 120,
        );
        // The title begins below the clock.
        const [clock, title] = ['time', 'h1'].map((part) => document.querySelector(part)?.getBoundingClientRect());
        const isOver = clock && title && clock.bottom > 0 && title.top < clock.bottom - 1;
        // A line may end before its box does.
        const linesOf = (element: Element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          return [...range.getClientRects(), ...(element.matches('img') ? element.getClientRects() : [])];
        };
        const notice = document.querySelector('[data-says] > p')?.getBoundingClientRect();
        const isCovered = (element: Element) =>
          notice !== undefined &&
          linesOf(element).some(
            ({ left, right, top, bottom }) =>
              left < notice.right && right > notice.left && top < notice.bottom - 1 && bottom > notice.top,
          );
        const covered = [
          ...document.querySelectorAll('main :is(h1, p, span, label, time, button, input, img[alt]:not([alt=""]))'),
        ]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }) && isCovered(element))
          .map((element) => `${name(element)} ${belowNotice}`);
        return [
          ...[...shown.filter((element) => isOut(element) || isOverfull(element)), ...tooHigh].map(name),
          ...covered,
          ...(isOver ? [`${innerWidth}: the title is over the clock`] : []),
        ];
      }, belowNotice)),
    );
  }
  return found;
}
