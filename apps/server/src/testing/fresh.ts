export interface Named {
  id: number;
  name: string;
}

let used = 0;

export function fresh(): number {
  used += 1;
  return used;
}

export function freshPhone(): string {
  return `+47${90_000_000 + fresh()}`;
}
