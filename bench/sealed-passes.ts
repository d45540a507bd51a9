import { listPassesAtDevice } from '@vestibule/contract/kiosks/device-pass.ts';
import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import { openDatabase } from '../apps/server/src/platform/db/database.ts';
import { saltAndPrefix } from '../apps/server/src/kiosks/device/sealed-passes.ts';
import { hashOf } from '../apps/server/src/platform/http/secret.ts';
import { givePasses } from '../apps/server/src/visits/invitation/pass.ts';
import type { Bench } from './bench.ts';
import { vault } from './calls.ts';
import { seedKiosks } from './kiosk-companies.ts';
import type { Figure } from './report.ts';
import { atShare } from './share.ts';

const addresses = 200;

/** The passes of a day at a kiosk: all, those around a changed one, and none for many kiosks that reconnect at once. */
export async function measureSealedPasses(bench: Bench, { companyId }: { companyId: number }): Promise<Figure[]> {
  const { client, connection, kiosks, vestibule } = bench;
  const { rows: guests } = await client.query<{ id: number }>('select id from guest where company_id = $1', [
    companyId,
  ]);
  const database = openDatabase(connection, 1);
  const ids = guests.map(({ id }) => id);
  await givePasses(database.db, vault, companyId, ids);
  await database.close();
  await client.query('insert into kiosk_settings (company_id) values ($1)', [companyId]);
  const tokens = await seedKiosks(client, companyId, kiosks.count);
  await client.query('vacuum (analyze) guest, invitation_guest, pass, kiosk');

  const ask = async (token: string, version?: string) => {
    const query = version === undefined ? '' : `?version=${version}`;
    const began = performance.now();
    const answer = await fetch(`http://127.0.0.1:${vestibule.port}/api/v1${listPassesAtDevice.path}${query}`, {
      headers: {
        authorization: `Bearer ${token}`,
        'x-forwarded-for': `10.0.0.${Math.ceil(Math.random() * addresses)}`,
      },
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The passes were answered with ${answer.status}: ${text}`);
    const milliseconds = performance.now() - began;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's own answer
    const { data } = JSON.parse(text) as { data: Reply<typeof listPassesAtDevice> };
    return { data, milliseconds, kilobytes: text.length / 1_000 };
  };

  const [first = ''] = tokens;
  const whole = await ask(first);
  await client.query(`update guest set name = 'Åse Ødegård' where id = $1`, [ids[0]]);
  const changed = await ask(first, whole.data.version);

  const { rows } = await client.query<{ id: number; token: string; day: string }>(
    `select k.id, given.token, (now() at time zone c.time_zone)::date::text as day
     from unnest($1::text[], $2::bytea[]) as given (token, hash) join kiosk k on k.token_hash = given.hash
     join company c on c.id = k.company_id`,
    [tokens, tokens.map(hashOf)],
  );
  const tags = Buffer.from(changed.data.version, 'base64url');
  const versionOf = (kioskId: number, day: string) => {
    const { versionPrefix } = saltAndPrefix(vault, kioskId, day);
    return Buffer.concat([versionPrefix, tags.subarray(versionPrefix.length)]).toString('base64url');
  };
  const returned = await Promise.all(rows.map(({ id, token, day }) => ask(token, versionOf(id, day))));
  const loaded = returned.filter(({ data }) => data.groups?.length !== 0).length;
  if (loaded > 0) throw new Error(`${loaded} kiosks loaded passes although nothing had changed.`);

  const from = `${whole.data.passes.length} passes in ${whole.kilobytes.toFixed(0)} KB and ${whole.milliseconds.toFixed(0)} ms`;
  return [
    {
      what: 'passes at a kiosk after one of 10,000 guests changed',
      measured: changed.kilobytes,
      unit: 'KB',
      target: { atMost: 50, aim: 20 },
      from: `${changed.data.passes.length} passes in ${changed.milliseconds.toFixed(0)} ms; the whole list: ${from}`,
    },
    {
      what: `passes of 10,000 guests, asked by ${rows.length} kiosks at once without a change, the last`,
      measured: Math.max(...returned.map(({ milliseconds }) => milliseconds)),
      unit: 'ms',
      target: { atMost: 10_000, aim: 5_000 },
      from: `p50 ${atShare(
        returned.map(({ milliseconds }) => milliseconds),
        0.5,
      ).toFixed(0)} ms; ${returned[0]?.kilobytes.toFixed(1)} KB each`,
    },
  ];
}
