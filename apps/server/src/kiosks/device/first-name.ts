/** Longest unseparated name that is shown. Chinese, Japanese and Korean names have two to five characters. */
const maxCharacters = 5;

const unseparated = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

const titles = new Set(
  'dr doktor prof professor mr mrs ms miss mx sir madam dame lord lady herr frau hr fru frøken herra rouva m mme mlle monsieur madame sr sra señor señora don doña dott dipl ing med mag phd'.split(
    ' ',
  ),
);

/** Of names whose given name comes last. Foreign names in katakana have the given name first. */
const familyNameFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}]+$/u;

/**
 * Takes the first word that is no title or initial, or the word after a comma ("Nordmann, Kari"). Returns '' if only the family name is
 * known. Shows Chinese, Japanese and Korean names whole if nothing separates the given name.
 */
export function firstNameOf(name: string): string {
  const [before = '', after = ''] = name.normalize('NFC').split(/[,，、]/u, 2);
  return firstWordOf(after.trim() === '' ? before : after);
}

function firstWordOf(text: string): string {
  const all = (text.match(/[\p{L}\p{M}'’ʼ‐‑-]+/gu) ?? []).filter((word) => /\p{L}/u.test(word));
  const words = all.filter((word) => !titles.has(word.toLowerCase()) && !isInitial(word));
  const [first = ''] = words;
  // A family name has a single initial or title beside it.
  if (words.length === 1 && all.length > 1) return '';
  if (words.length > 1 && words.every((word) => familyNameFirst.test(word))) return words.at(-1) ?? '';
  const isWhole = words.length === 1 && unseparated.test(first);
  return isWhole && Array.from(first).length > maxCharacters ? '' : first;
}

function isInitial(word: string): boolean {
  return /^\p{L}\p{M}*$/u.test(word) && !unseparated.test(word);
}
