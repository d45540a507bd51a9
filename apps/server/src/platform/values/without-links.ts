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

/** A last part like that of a domain. A digit behind it belongs to a word, as in `Sol.Skinn99`. */
const domain =
  /[.\u2024\u3002\uFF0E\uFF61][\p{Cf}\p{M}]*(?:xn--|\p{L}[\p{Cf}\p{M}]*\p{L}[\p{L}\p{Cf}\p{M}]*(?![\p{L}\d]))/iu;
const slashesOfAddress = /^[^\p{L}\p{N}]*\/\/|\\\\/u;
const phone = /^[^\p{L}\p{N}]*tel:\+?\d[\d()-]*[.,;:!?]*$/iu;

/** Removes addresses and splits possible ones, such as `evil.example`. Texts without them stay as they are. */
export function textWithoutLinks(written: string): string {
  const safe = written.replaceAll(/\S+/gu, (word) => {
    if (isLink(word)) return '';
    return isPossibleLink(word) ? withoutLinks(word) : word;
  });
  return safe === written ? written : safe.replaceAll(/[^\S\n]{2,}/gu, ' ').trim();
}

export function hasLinks(written: string): boolean {
  return textWithoutLinks(written) !== written;
}

function isLink(word: string): boolean {
  const plain = word.replaceAll(/[\p{Cf}\p{M}]/gu, '').normalize('NFKC');
  const dotted = plain.replaceAll(/[\u2024\u3002\uFF0E\uFF61]/gu, '.');
  return !phone.test(dotted) && (link.test(dotted) || address.test(dotted));
}

function isPossibleLink(word: string): boolean {
  return domain.test(word) || slashesOfAddress.test(word);
}
