/** A narrow space separates thousands, which no language reads as a decimal point. */
export function formatCount(value: number, language: string): string {
  const parts = new Intl.NumberFormat(language, { useGrouping: 'always' }).formatToParts(value);
  return parts.map((part) => (part.type === 'group' ? '\u202f' : part.value)).join('');
}
