const length = 25;
const groups = /.{5}(?=.)/g;

/** What is typed of a key, in groups of five as it is printed: case, spaces and dashes do not count. */
export function groupKey(typed: string): string {
  const characters = typed.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
  return characters.slice(0, length).replaceAll(groups, '$&-');
}

/** Whether all of a key is typed. Whether there is such a key the server says. */
export function isWholeKey(typed: string): boolean {
  return typed.replaceAll('-', '').length === length;
}
