/** Calling codes of one and two digits; all others have three. */
const shortCode = /^\+(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;

/** One rule for all countries, because a table of their formats is large. */
export function groupsOf(phone: string): string[] {
  if (!/^\+\d{7,15}$/.test(phone)) return [phone];
  const code = shortCode.exec(phone)?.[0] ?? phone.slice(0, 4);
  return [code, ...national(phone.slice(code.length), code)];
}

function national(digits: string, code: string): string[] {
  if (code === '+47' && /^[4589]\d{7}$/.test(digits)) return cut(digits, [3, 2, 3]);
  if (digits.length % 2 === 0 && digits.length <= 8) return cut(digits, [2, 2, 2, 2]);
  return cut(digits, [3, 3]);
}

function cut(digits: string, sizes: readonly number[]): string[] {
  const groups: string[] = [];
  let rest = digits;
  for (const size of sizes) {
    if (rest.length <= size + 1) break;
    groups.push(rest.slice(0, size));
    rest = rest.slice(size);
  }
  while (rest.length > 4) {
    groups.push(rest.slice(0, 3));
    rest = rest.slice(3);
  }
  return [...groups, rest];
}
