import { listAuditEntries } from '@vestibule/contract/operation/audit.ts';
import { previewMessages, sendTestMessage } from '@vestibule/contract/visits/message-preview.ts';
import { expect, test } from 'vitest';
import { building, type Building } from '../../testing/building.ts';
import type { CallInput } from '../../testing/caller.ts';
import { newSettings } from '../../testing/settings.ts';

const settingsIdOf = async ({ db, company }: Building) => {
  const query = db.selectFrom('tenant_settings').select('id').where('company_id', '=', company.id);
  return (await query.where('tenant_id', 'is', null).executeTakeFirstOrThrow()).id;
};
const messagesOf = ({ db, company }: Building) =>
  db
    .selectFrom('message')
    .select(['channel', 'kind', 'recipient', 'language', 'state'])
    .where('company_id', '=', company.id)
    .orderBy('id')
    .execute();

type Test = CallInput<typeof sendTestMessage>['body'];

const mail = { settings: newSettings, language: null, kind: 'arrival', channel: 'email' } satisfies Test;
const sms = {
  settings: newSettings,
  language: 'de',
  kind: 'visitConfirmation',
  channel: 'sms',
  phone: '45 12 34 56',
} satisfies Test;

test('previews unsaved settings in their languages or in another one, and stores nothing', async () => {
  const site = await building();
  const params = { settingsId: await settingsIdOf(site) };
  const settings = {
    ...newSettings,
    emailLanguage: 'no',
    enablePrintBadgeOption: true,
    wifiInfo: 'Network: Lobby',
    enableWifiInfoSms: true,
    customAdditionalInfo: 'See https://fjord.test/plan',
  } as const;
  const { data } = await site.as('company').call(previewMessages, { params, body: { settings, language: null } });
  expect(data.messages.map(({ kind, channel, isOn, language }) => [kind, channel, isOn, language])).toEqual([
    ['arrival', 'email', true, 'no'],
    ['arrival', 'sms', false, 'no'],
    ['visitConfirmation', 'sms', false, 'en'],
    ['wifi', 'sms', true, 'en'],
    ['preregistration', 'sms', false, 'en'],
    ['delivery', 'sms', false, 'no'],
  ]);
  expect(data.messages[0]?.html).toContain('Astrid Solheim');
  expect(data.messages[3]?.text).toContain('Network: Lobby');
  expect(data.messages[3]?.text).toContain('https://fjord.test/plan');
  expect(data.badge).toContain('Astrid Solheim');
  const german = await site.as('company').call(previewMessages, { params, body: { settings, language: 'de' } });
  expect(new Set(german.data.messages.map(({ language }) => language))).toEqual(new Set(['de']));
  expect(german.data.messages[2]?.text).not.toBe(data.messages[2]?.text);
  expect(await messagesOf(site)).toEqual([]);
});

test('a test goes to the user who sends it or to a typed phone, and the audit log has it', async () => {
  const site = await building();
  const params = { settingsId: await settingsIdOf(site) };
  const send = (body: Test) => site.as('company').call(sendTestMessage, { params, body });
  expect((await send(mail)).data).toEqual({ state: 'queued', problem: null });
  expect((await send(sms)).data).toEqual({ state: 'queued', problem: null });
  expect(await messagesOf(site)).toMatchObject([
    { channel: 'email', kind: 'arrival', recipient: site.users.company.email, language: 'en', state: 'queued' },
    { channel: 'sms', kind: 'visitConfirmation', recipient: '+4745123456', language: 'de', state: 'queued' },
  ]);
  const query = { companyId: site.company.id, action: 'tenantSettings.testSent' } as const;
  const { data } = await site.as('company').call(listAuditEntries, { query });
  expect(data.map(({ subjectId }) => subjectId)).toEqual([params.settingsId, params.settingsId]);
});

test.for<{ what: string; body: Test; reason: string; field: string }>([
  { what: 'an SMS without a phone', body: { ...sms, phone: undefined }, reason: 'validation', field: 'phone' },
  { what: 'a phone that is none', body: { ...sms, phone: '12345' }, reason: 'invalidPhone', field: 'phone' },
  { what: 'a mail about a delivery', body: { ...mail, kind: 'delivery' }, reason: 'validation', field: 'channel' },
])('$what is not sent', async ({ body, reason, field }) => {
  const site = await building();
  const url = `/api/v1/tenant_settings/${await settingsIdOf(site)}/test_message`;
  const response = await site.as('company').send({ method: 'POST', url, payload: body });
  expect(response.json()).toMatchObject({ status: 400, reason });
  expect(response.json()).toHaveProperty(['fields', field]);
  expect(await messagesOf(site)).toEqual([]);
});

test('names a number that gets no SMS, and writes no message', async () => {
  const site = await building();
  const params = { settingsId: await settingsIdOf(site) };
  const body = { ...sms, phone: '82 01 23 45' };
  const { data } = await site.as('company').call(sendTestMessage, { params, body });
  expect(data).toEqual({ state: 'notSent', problem: 'numberNotAllowed' });
  expect(await messagesOf(site)).toEqual([]);
});

test('a user sends ten tests in an hour', async () => {
  const site = await building();
  const params = { settingsId: await settingsIdOf(site) };
  const send = () => site.as('company').call(sendTestMessage, { params, body: mail });
  for (let sent = 0; sent < 10; sent += 1) expect((await send()).status).toBe(200);
  expect(await send()).toBeRefused(429, 'tooManyRequests');
});

test('neither another company nor a reception previews or tests settings', async () => {
  const site = await building();
  const params = { settingsId: await settingsIdOf(site) };
  const body = { settings: newSettings, language: null };
  expect(await site.as('reception').call(previewMessages, { params, body })).toBeRefused(403, 'notAllowed');
  expect(await site.as('tenant').call(previewMessages, { params, body })).toBeRefused(404, 'notFound');
  expect(await site.elsewhere.as('company').call(sendTestMessage, { params, body: mail })).toBeRefused(404, 'notFound');
});
