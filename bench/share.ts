/** The value that this share of all is at most; not a number when there is none. */
export function atShare(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) * share)] ?? Number.NaN;
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  return atShare(values, 0.5);
}
