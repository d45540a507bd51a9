import type pg from 'pg';
import type { Building } from './building.ts';
import type { LoadGenerator } from './load.ts';
import type { Postgres } from './postgres.ts';
import type { Program } from './program.ts';

export interface Bench {
  vestibule: Program;
  baseline: Program;
  load: LoadGenerator;
  buildings: Building[];
  start: (settings: Record<string, string>) => Promise<Program>;
  connection: Postgres['connection'];
  expired: number;
  kiosks: { count: number; minutes: number };
  client: pg.Client;
}

export const rounds = 3;

export function middleBuilding({ buildings }: Bench): Building {
  const building = buildings[Math.floor(buildings.length / 2)];
  if (!building) throw new Error('No house was seeded.');
  return building;
}
