/** The largest first digit of hours, of minutes and of seconds. */
const tens = [2, 5, 5] as const;

/**
 * What stands in a field for a time of day, from what was typed there: `HH:mm`, with `:ss` where seconds are typed. A digit with
 * which no time begins stands for the one after a 0 (`9` is `09`), as does one that a colon or a dot ends (`1:` is `01`); one that makes no time is
 * left out.
 */
export function maskTime(typed: string): string {
  const parts: string[] = [];
  let part = '';
  for (const sign of typed.replaceAll(/[^\d:.]/g, '')) {
    const largest = tens[parts.length];
    if (largest === undefined) break;
    if (sign === ':' || sign === '.') part = part && `0${part}`;
    else if (part === '') part = Number(sign) > largest ? `0${sign}` : sign;
    else if (parts.length > 0 || part !== '2' || Number(sign) < 4) part += sign;
    if (part.length < 2) continue;
    parts.push(part);
    part = '';
  }
  return [...parts, ...(part ? [part] : [])].join(':');
}

/** The time that is meant by one that is not typed to its end: `7` is `07:00`, and nothing is `00:00`. */
export function completeTime(masked: string): string {
  const [hours = '', minutes = '', seconds] = masked.split(':');
  const shown = [hours.padStart(2, '0'), minutes.padEnd(2, '0')];
  return [...shown, ...(seconds ? [seconds.padEnd(2, '0')] : [])].join(':');
}
