/** Letters that are not a plain letter with a mark, and what a search takes them for. */
const plain = new Map([
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ß', 'ss'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ł', 'l'],
  ['ı', 'i'],
]);

/** A text as a search compares it: in lower case and without accents. */
export function fold(text: string): string {
  const bare = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  return bare.replace(/[æœøßđðþłı]/g, (letter) => plain.get(letter) ?? letter);
}
