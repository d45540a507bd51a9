/** Of an address on the network of four numbers, and only there, the dots between figures make a link. */
const fourNumbers = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g;
/** A dot, also one that browsers take for it, between something and two letters: from there on it may be a domain. */
const dotOfDomain = /(?<=\S)([.\u2024\u3002\uFF0E\uFF61])(?=[\p{Cf}\p{M}]*\p{L}[\p{Cf}\p{M}]*\p{L})/gu;
/** What stands before the name of a computer. */
const doubledSlash = /([/\\])(?=\1)/g;

/**
 * What a visitor has typed, for a message that is sent in our name: a reader of mail or SMS makes no link of it. Spaces part what it would
 * take for an address; the words stay as they are, and so does a name without a dot in the middle of its letters.
 */
export function withoutLinks(typed: string): string {
  return typed
    .replaceAll(fourNumbers, (numbers) => numbers.replaceAll('.', '. '))
    .replaceAll(dotOfDomain, '$1 ')
    .replaceAll(doubledSlash, '$1 ');
}

/** What phones follow without two slashes. `hxxp` is what people read as `http`. */
const schemes =
  'https?|hxxps?|ftps?|tel|telprompt|sms|smsto|mms|mailto|geo|market|intent|whatsapp|tg|facetime|javascript|data|file';
/** An IPv4 address, and a domain with a port, a path or brackets around its dots. */
const address = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)|\.\p{L}{2,}:\d|\[(?:\.|dot)\]|\((?:\.|dot)\)\p{L}/iu;
/** A word that is a link, in its compatibility form and without invisible characters. */
const link = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${schemes}):\S|:[/\\]{2}|^\W*www\d*\.|[^\s/]\.\p{L}{2,}(?::\d+)?[/?#]\S|\S@\S+\.\p{L}{2,}`,
  'iu',
);

/**
 * Removes the links of a text that a tenant's user wrote, for SMS in the name of the building. Words that may be a web address without being
 * sure to be one, such as `evil.example` or `gate 2.Take the stairs`, get a space.
 */
export function textWithoutLinks(written: string): string {
  return withoutLinks(written.replaceAll(/\S+/gu, (word) => (isLink(word) ? '' : word)))
    .replaceAll(/[^\S\n]{2,}/gu, ' ')
    .trim();
}

function isLink(word: string): boolean {
  const plain = word.replaceAll(/[\p{Cf}\p{M}]/gu, '').normalize('NFKC');
  const dotted = plain.replaceAll(/[\u2024\u3002\uFF0E\uFF61]/gu, '.');
  return link.test(dotted) || address.test(dotted);
}
