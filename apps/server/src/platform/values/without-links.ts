const fourNumbers = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)/g;
const dotOfDomain = /(?<=\S)([.\u2024\u3002\uFF0E\uFF61])(?=[\p{Cf}\p{M}]*\p{L}[\p{Cf}\p{M}]*\p{L})/gu;
const doubledSlash = /([/\\])(?=\1)/g;

/** Splits anything that a reader of mail or SMS would turn into a link. Names without a dot inside a word stay. */
export function withoutLinks(typed: string): string {
  return typed
    .replaceAll(fourNumbers, (numbers) => numbers.replaceAll('.', '. '))
    .replaceAll(dotOfDomain, '$1 ')
    .replaceAll(doubledSlash, '$1 ');
}

const schemes =
  'https?|hxxps?|ftps?|tel|telprompt|sms|smsto|mms|mailto|geo|market|intent|whatsapp|tg|facetime|javascript|data|file';
const address = /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?!\d)|\.\p{L}{2,}:\d|\[(?:\.|dot)\]|\((?:\.|dot)\)\p{L}/iu;
const link = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:${schemes}):\S|:[/\\]{2}|^\W*www\d*\.|[^\s/]\.\p{L}{2,}(?::\d+)?[/?#]\S|\S@\S+\.\p{L}{2,}`,
  'iu',
);

/** Possible addresses, such as `evil.example`, get a space. */
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
