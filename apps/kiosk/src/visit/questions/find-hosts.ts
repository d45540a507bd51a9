import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { fold } from '@vestibule/web/fold.ts';

type Employee = DeviceTenant['employees'][number];

/** A person at a tenant, or the tenant as a whole. */
export interface Host {
  tenant: DeviceTenant;
  employee?: Employee;
}

/** Another letter finds more. */
const most = 40;

/** All tenants; with a search the tenants and people that match, those first whose name or next word begins with it. */
export function findHosts(tenants: readonly DeviceTenant[], search: string): Host[] {
  const companies = tenants.map((tenant): Host => ({ tenant }));
  const letters = fold(search.trim());
  if (letters === '') return companies;
  const people = tenants.flatMap((tenant) => tenant.employees.map((employee): Host => ({ tenant, employee })));
  return best([...companies, ...people], letters, ({ tenant, employee }) => (employee ?? tenant).name).slice(0, most);
}

/** People of a tenant that match. Without a search all of them, because a missing colleague looks like one who left. */
export function findEmployees({ employees }: DeviceTenant, search: string): Employee[] {
  const letters = fold(search.trim());
  return letters === '' ? employees : best(employees, letters, ({ name }) => name);
}

function best<Item>(items: readonly Item[], letters: string, nameOf: (item: Item) => string): Item[] {
  const ranked = items.map((item) => {
    const name = fold(nameOf(item));
    return { item, name, rank: rankOf(name, letters) };
  });
  const found = ranked.filter(({ rank }) => rank < Infinity);
  return found.toSorted((a, b) => a.rank - b.rank || a.name.localeCompare(b.name)).map(({ item }) => item);
}

function rankOf(name: string, letters: string): number {
  if (name.startsWith(letters)) return 0;
  if (name.split(/[\s-]+/).some((word) => word.startsWith(letters))) return 1;
  return name.includes(letters) ? 2 : Infinity;
}

interface LetterGroup {
  label: string;
  /** The place of its first name in the list. */
  start: number;
}

/** Divides sorted names by their first letters into at most `count` groups of similar size. */
export function groupLetters(names: readonly string[], count: number): LetterGroup[] {
  const letters = names.map((name) => (Array.from(name)[0] ?? '').toLocaleUpperCase());
  const starts = letters.flatMap((letter, place) => (letter === letters[place - 1] ? [] : [place]));
  const groups = new Map<number, number[]>();
  for (const start of starts) {
    const group = Math.floor((start / names.length) * count);
    groups.set(group, [...(groups.get(group) ?? []), start]);
  }
  return [...groups.values()].map((places) => {
    const [first = 0, last = 0] = [places.at(0), places.at(-1)];
    const [from, to] = [letters[first] ?? '', letters[last] ?? ''];
    return { start: first, label: from === to ? from : `${from}–${to}` };
  });
}
