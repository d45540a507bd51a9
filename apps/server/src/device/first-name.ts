/**
 * Returns the first name in a visitor's full name: the first word, or after a comma the word that follows ("Nordmann, Kari").
 * A name without spaces is returned whole: in Chinese, Japanese and Korean names nothing separates the family name.
 */
export function firstNameOf(name: string): string {
  const [before = '', after = ''] = name.split(/[,，、]/u, 2);
  const [first = ''] = (after.trim() || before.trim()).split(/\s+/u);
  return first;
}
