/** Dots between digits make a link only in an IPv4 address. */
const fourNumbers = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g;
/** A dot, or a character that browsers treat as one, before two letters may begin a domain. */
const dotOfDomain = /(?<=\S)([.\u2024\u3002\uFF0E\uFF61])(?=[\p{Cf}\p{M}]*\p{L}[\p{Cf}\p{M}]*\p{L})/gu;
const doubledSlash = /([/\\])(?=\1)/g;

/**
 * Changes text of a visitor so that no reader of mail or SMS makes a link of it. Spaces split what looks like an address. Names without a
 * dot inside a word stay.
 */
export function withoutLinks(typed: string): string {
  return typed
    .replaceAll(fourNumbers, (numbers) => numbers.replaceAll('.', '. '))
    .replaceAll(dotOfDomain, '$1 ')
    .replaceAll(doubledSlash, '$1 ');
}

/** Schemes without two slashes. `hxxp` stands for `http`. */
const schemes =
  'https?|hxxps?|ftps?|tel|telprompt|sms|smsto|mms|mailto|geo|market|intent|whatsapp|tg|facetime|javascript|data|file';
/** An IPv4 address, and a domain with a port, a path or brackets around its dots. */
const address = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)|\.\p{L}{2,}:\d|\[(?:\.|dot)\]|\((?:\.|dot)\)\p{L}/iu;
/** A word that is a link, normalized and without invisible characters. */
const link = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${schemes}):\S|:[/\\]{2}|^\W*www\d*\.|[^\s/]\.\p{L}{2,}(?::\d+)?[/?#]\S|\S@\S+\.\p{L}{2,}`,
  'iu',
);

/** Removes links from a tenant's text. Possible web addresses, such as `evil.example` or `gate 2.Take the stairs`, get a space. */
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
