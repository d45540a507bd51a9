export interface Named {
  id: number;
  name: string;
}

let used = 0;

export function fresh(): number {
  used += 1;
  return used;
}

/** A unique Norwegian mobile number in E.164. */
export function freshPhone(): string {
  return `+47${90_000_000 + fresh()}`;
}
