/** The code of ours that a scanner has read, alone or at the end of a link; null where there is none. */
export function codeIn(text: string): string | null {
  const letters = text.toUpperCase().replaceAll(/[\s-]/g, '');
  return /(?:^|[^0-9A-Z])([VP][0-9A-Z]{20})$/.exec(letters)?.[1] ?? null;
}
