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
