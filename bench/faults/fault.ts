import { setTimeout as sleep } from 'node:timers/promises';
import { seedUsers } from '../building.ts';
import { acknowledged, differences, type Desks, openDesks, readHosts } from './desks.ts';
import type { Installation } from './installation.ts';
import { openScreen, type Screen } from './screen.ts';

export interface Outcome {
  fault: string;
  result: string;
  broken: string[];
}

export const readyWithin = 5000;

const shownWithin = 10_000;

export interface Pressure {
  desks: Desks;
  screen: Screen;
}

/** Acknowledged acts must be neither lost nor doubled, and the screen must show them all. */
export async function underLoad(
  installation: Installation,
  fault: string,
  harm: (pressure: Pressure) => Promise<{ result: string; broken?: string[] }>,
  {
    address = installation.address,
    timeoutMs = 5000,
    count = 8,
    users = 1,
  }: { address?: string; timeoutMs?: number; count?: number; users?: number } = {},
): Promise<Outcome> {
  const cookie = await installation.signIn();
  const before = await installation.connect();
  const { companyId } = await readHosts(before);
  const others = await seedUsers(before, companyId, users - 1, `${fault} `);
  const desks = await openDesks({ address, cookies: [cookie, ...others], client: before, timeoutMs, count });
  await before.end();
  const screen = await openScreen(address, cookie, desks.companyId);
  await sleep(300);
  const { result, broken = [] } = await harm({ desks, screen });
  await desks.close();
  const unseen = await missingOn(screen, desks);
  screen.close();
  const client = await installation.connect();
  const different = counted(await differences(client, desks.ledger));
  await client.end();
  const answers = [...desks.ledger.answers].map(([status, times]) => `${times} × ${status}`).join(', ');
  return {
    fault,
    result: `${result}; ${acknowledged(desks.ledger)} acts acknowledged (${answers}); a screen was away for ${seconds(screen.longestAway)} at most and loaded its list ${screen.reloads} times`,
    broken: [
      ...broken,
      ...different,
      ...(unseen > 0 ? [`${unseen} registrations not shown on a screen`] : []),
      ...(screen.gaps > 0 ? [`${screen.gaps} gaps on a screen`] : []),
    ],
  };
}

async function missingOn(screen: Screen, { ledger }: Desks): Promise<number> {
  const ids = [...ledger.registered.values()].filter((id) => id !== undefined);
  const deadline = performance.now() + shownWithin;
  for (;;) {
    const missing = ids.filter((id) => !screen.seen.has(id)).length;
    if (missing === 0 || performance.now() > deadline) return missing;
    await sleep(50);
  }
}

function counted(sentences: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const sentence of sentences) counts.set(sentence, (counts.get(sentence) ?? 0) + 1);
  return [...counts].map(([sentence, count]) => `${count} × ${sentence}`);
}

export function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
