export interface Named {
  id: number;
  name: string;
}

let used = 0;

/** A number that no other row of the test file has. */
export function fresh(): number {
  used += 1;
  return used;
}

/** A Norwegian mobile number in E.164 that nobody else of the test file has. */
export function freshPhone(): string {
  return `+47${90_000_000 + fresh()}`;
}
