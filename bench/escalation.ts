import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { type Bench, middleBuilding } from './bench.ts';
import type { Building } from './building.ts';
import { firstNewPhone, forgetArrivals, registerCalls } from './calls.ts';
import type { Figure } from './report.ts';
import { Stops } from './stops.ts';

const arrivals = 1_000;
const minuteMs = 60_000;
const answerWithinSeconds = 60;
const steps = 2;

/**
 * Arrivals of one minute that no one answers. The mail server is configured and refuses connections, so that each step asks one person.
 * The program of the other parts rests, because it is a worker without a mail server.
 */
export async function measureEscalation(bench: Bench): Promise<Figure[]> {
  const { client, vestibule } = bench;
  const building = middleBuilding(bench);
  const running = new Stops();
  try {
    await prepare(client, building);
    const program = await bench.start({ MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'desk@bench.example' });
    running.push(() => program.stop());
    process.kill(vestibule.pid, 'SIGSTOP');
    running.push(() => void process.kill(vestibule.pid, 'SIGCONT'));
    await arrive(building, program.port);
    // The last arrival takes its steps a period after another, and some more time.
    await sleep((steps * answerWithinSeconds + 10) * 1_000);
    return await readLateness(client);
  } finally {
    await running.run();
    await forgetArrivals(client);
  }
}

/** The first employee of each tenant is the backup employee, and the second the stand-in of all. */
async function prepare(client: pg.Client, { companyId }: Building): Promise<void> {
  await client.query(
    `update tenant_settings set answer_within_seconds = $2, enable_email_to_employee = true, sms_language_to_employee = null
     where company_id = $1`,
    [companyId, answerWithinSeconds],
  );
  await client.query(
    `update tenant t set backup_employee_id = (select min(e.id) from employee e where e.tenant_id = t.id) where t.company_id = $1`,
    [companyId],
  );
  await client.query(
    `update employee e set stand_in_id = c.id, stand_in_until = '2999-12-31'
     from (select tenant_id, min(id) + 1 as id from employee where company_id = $1 group by tenant_id) c
     where e.tenant_id = c.tenant_id and e.id <> c.id`,
    [companyId],
  );
}

async function arrive(building: Building, port: number): Promise<void> {
  const calls = registerCalls(building);
  const began = performance.now();
  const replies: Promise<void>[] = [];
  for (let number = 0; number < arrivals; number += 1) {
    await sleep(Math.max(0, began + (number * minuteMs) / arrivals - performance.now()));
    const { path, cookie = '', body = '' } = calls[number % calls.length] ?? { path: '' };
    const text = body.replace('{n}', String(firstNewPhone + number));
    replies.push(register(`http://127.0.0.1:${port}${path}`, cookie, text));
  }
  await Promise.all(replies);
}

async function register(url: string, cookie: string, body: string): Promise<void> {
  const response = await fetch(url, { method: 'POST', headers: { cookie, 'content-type': 'application/json' }, body });
  await response.arrayBuffer();
  if (response.status !== 201) throw new Error(`A check-in was answered ${response.status}.`);
}

async function readLateness(client: pg.Client): Promise<Figure[]> {
  const { rows } = await client.query<{ taken: number; p99: number; latest: number }>(
    `with step as (
       select visit_id, min(created_at) as at, row_number() over (partition by visit_id order by min(created_at)) as place
       from message where kind = 'unanswered' group by visit_id, employee_id
     ), late as (
       select extract(epoch from step.at - coalesce(before.at, x.arrived)) - $1 as seconds
       from step
       join (select id as visit_id, checked_in_at as arrived from visit) x using (visit_id)
       left join step before on before.visit_id = step.visit_id and before.place = step.place - 1
     )
     select count(*)::int as taken, percentile_cont(0.99) within group (order by seconds)::float8 as p99, max(seconds)::float8 as latest
     from late`,
    [answerWithinSeconds],
  );
  const [{ taken, p99, latest } = { taken: 0, p99: Number.NaN, latest: Number.NaN }] = rows;
  const from = `${arrivals} arrivals in a minute; ${taken} steps`;
  const target = { atMost: 2_000, aim: 500 };
  return [
    { what: 'escalation: a step after it is due, p99', measured: p99 * 1_000, unit: 'ms', target, from },
    { what: 'escalation: the latest step', measured: latest * 1_000, unit: 'ms', target, from: '' },
  ];
}
