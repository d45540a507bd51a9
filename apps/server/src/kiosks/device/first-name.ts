/** The longest name without a separator that is shown: Chinese, Japanese and Korean names have two to five signs. */
const mostSigns = 5;

/** Writing systems that put nothing between the family name and the first name. */
const unseparated = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

const titles = new Set(
  'dr doktor prof professor mr mrs ms miss mx sir madam dame lord lady herr frau hr fru frøken herra rouva m mme mlle monsieur madame sr sra señor señora don doña dott dipl ing med mag phd'.split(
    ' ',
  ),
);

/**
 * Returns the first name in a visitor's full name: the first word that is no title and no initial, or after a comma the word that follows
 * ("Nordmann, Kari"). A word ends at any character that is no letter, mark, apostrophe or hyphen. Answers an empty text where no word can be
 * shown without the family name. A Chinese, Japanese or Korean name without a separator is shown whole.
 */
export function firstNameOf(name: string): string {
  const [before = '', after = ''] = name.normalize('NFC').split(/[,，、]/u, 2);
  return firstWordOf(after) || firstWordOf(before);
}

function firstWordOf(text: string): string {
  const words = (text.match(/[\p{L}\p{M}'’ʼ‐‑-]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
  const first = words.find((word) => !titles.has(word.toLowerCase()) && !isInitial(word));
  if (first === undefined) return '';
  // After an initial or a title alone comes the family name.
  if (words[0] !== first && words.indexOf(first) === words.length - 1) return '';
  const isWhole = words.length === 1 && unseparated.test(first);
  return isWhole && Array.from(first).length > mostSigns ? '' : first;
}

/** One letter of an alphabet. One sign of Chinese is a name. */
function isInitial(word: string): boolean {
  return /^\p{L}\p{M}*$/u.test(word) && !unseparated.test(word);
}
