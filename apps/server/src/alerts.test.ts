import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { sharedServer } from './testing/server.ts';

/* An alert on a metric that does not exist would never fire. */

const read = (path: string) => readFile(resolve(import.meta.dirname, '../../..', path), 'utf8');

const Alerts = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.strictObject({
          alert: z.string(),
          expr: z.string(),
          for: z.string().regex(/^\d+[smh]$/),
          labels: z.strictObject({ severity: z.enum(['page', 'warn']) }),
          annotations: z.strictObject({ summary: z.string() }),
        }),
      ),
    }),
  ),
});

const Dashboard = z.object({
  panels: z.array(z.object({ title: z.string(), targets: z.array(z.object({ expr: z.string() })).nonempty() })),
});

async function listRules() {
  return Alerts.parse(parse(await read('ops/prometheus/alerts.yaml'))).groups.flatMap(({ rules }) => rules);
}

function metricsIn(expression: string): string[] {
  const bare = expression
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replaceAll(/\b(?:by|without|on|ignoring)\s*\([^)]*\)/g, ' ');
  const words = [...bare.matchAll(/[a-z_:][\w:]*(?!\w*\s*\()/gi)].map(([word]) => word);
  return words.filter(
    (word) => !['or', 'and', 'unless', 'up'].includes(word) && !/^(?:sum|max|min|count|topk)$/.test(word),
  );
}

async function shown() {
  const { app, readMetrics } = await sharedServer();
  await app.inject({ url: '/health/live' });
  const body = await readMetrics();
  return { body, names: new Set([...body.matchAll(/^([a-z_]\w*)[{ ]/gim)].map(([, name]) => name ?? '')) };
}

test('the program has every metric of the alerts and of the dashboard', async () => {
  const rules = await listRules();
  const { panels } = Dashboard.parse(JSON.parse(await read('ops/grafana/vestibule.json')));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
  const named = expressions.flatMap(metricsIn);
  expect(named.length).toBeGreaterThanOrEqual(expressions.length - 1);
  const { names } = await shown();
  expect(named.filter((name) => !names.has(name))).toEqual([]);
});

test('the program shows every label value that an alert uses', async () => {
  const { body } = await shown();
  const asked = (await listRules()).flatMap(({ expr }) =>
    [...expr.matchAll(/(\w+)\{(\w+="\w+")\}/g)].filter(([, name]) => name !== 'up'),
  );
  expect(asked.length).toBeGreaterThan(0);
  const isShown = ([, name = '', label = '']: RegExpExecArray) =>
    body.split('\n').some((line) => line.startsWith(`${name}{`) && line.includes(label));
  expect(asked.filter((match) => !isShown(match)).map(([text]) => text)).toEqual([]);
});

test('the manual has instructions for each alert', async () => {
  const manual = await read('docs/operating.md');
  const names = (await listRules()).map(({ alert }) => alert);
  expect(new Set(names).size).toBe(names.length);
  const sections = [...manual.matchAll(/^### What to do when (\w+) fires\n\n(?=\S)/gm)].map(([, name]) => name);
  expect(new Set(sections)).toEqual(new Set(names));
});
