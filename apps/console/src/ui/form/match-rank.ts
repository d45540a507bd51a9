import { fold } from '@vestibule/web/fold.ts';

/** How well a text answers what was typed to find it: 0 begins with it, 1 has it, 2 has it not. */
export function matchRank(text: string, typed: string): 0 | 1 | 2 {
  const place = fold(text).indexOf(fold(typed.trim()));
  if (place < 0) return 2;
  return place === 0 ? 0 : 1;
}
