/** The first letters of the first and the last word of a name, in place of a face. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== '');
  return [words.at(0), words.length > 1 ? words.at(-1) : undefined].map((word = '') => firstLetterOf(word)).join('');
}

/** As it is read: an emoji, and many a letter, is more than one unit of the text. */
function firstLetterOf(word: string): string {
  const [letter] = new Intl.Segmenter().segment(word);
  return letter?.segment ?? '';
}
