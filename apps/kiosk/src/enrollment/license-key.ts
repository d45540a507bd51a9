const length = 25;
const groups = /.{5}(?=.)/g;

/** Formats a typed key in groups of five, ignoring case, spaces and dashes. */
export function groupKey(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return characters.slice(0, length).replaceAll(groups, '$&-');
}

export function isWholeKey(typed: string): boolean {
  return typed.replaceAll('-', '').length === length;
}
