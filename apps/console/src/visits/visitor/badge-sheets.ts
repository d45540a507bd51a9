/** The paper of a badge sheet, in mm, as its HTML states it. */
export function paperOf(html: string): { width: string; height: string } | undefined {
  const [, width, height] = /size: ([\d.]+)mm ([\d.]+)mm/.exec(html) ?? [];
  return width && height ? { width, height } : undefined;
}

/** Joins sheets of the same paper in order. Returns null without sheets. */
export function joinSheets([first, ...others]: readonly string[]): string | null {
  if (first === undefined) return null;
  const more = others.map((html) => /<body>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '').join('');
  return first.replace('</body>', () => `${more}</body>`);
}
