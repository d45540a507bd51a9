import type pg from 'pg';
import type { Building } from './building.ts';
import type { LoadGenerator } from './load.ts';
import type { Postgres } from './postgres.ts';
import type { Program } from './program.ts';

/** What a measurement works with: both servers on one database, and the process that makes the calls. */
export interface Bench {
  vestibule: Program;
  baseline: Program;
  load: LoadGenerator;
  buildings: Building[];
  /** Starts another Vestibule on the same database, with these settings. */
  start: (settings: Record<string, string>) => Promise<Program>;
  connection: Postgres['connection'];
  /** Visits to seed that are to be forgotten. */
  expired: number;
  /** How many kiosks are seeded, and for how long they are looked at. */
  kiosks: { count: number; minutes: number };
  /** The database, past the servers. */
  client: pg.Client;
}

export const rounds = 3;

/** The house in the middle, for what is compared at one size. */
export function middleBuilding({ buildings }: Bench): Building {
  const building = buildings[Math.floor(buildings.length / 2)];
  if (!building) throw new Error('No house was seeded.');
  return building;
}
