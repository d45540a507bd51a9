import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { signTwilio } from '../platform/integrations/sms/twilio.ts';
import type { SmsSettings } from '../platform/integrations/sms/settings.ts';
import { sendJson, startVendor, type Vendor } from './vendor.ts';

interface ReceivedSms {
  to: string;
  from: string;
  text: string;
  reference: string;
}

export interface SmsVendor extends Vendor {
  settings: SmsSettings;
  received: ReceivedSms[];
}

const account = { user: 'AC0123456789', password: 'the auth token', from: '+4790000000' };

/** Speaks as Twilio's Messages resource: basic auth, a form, 201, errors with a code. Refuses +15005550001, as Twilio's tests do. */
export async function startTwilio(): Promise<SmsVendor> {
  const received: ReceivedSms[] = [];
  const vendor = await startVendor(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const authorization = `Basic ${Buffer.from(`${account.user}:${account.password}`).toString('base64')}`;
    const refuse = (status: number, code: number, message: string) =>
      sendJson(response, status, { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status });
    if (request.headers.authorization !== authorization) return refuse(401, 20_003, 'Authenticate');
    const isThere = request.url === `/2010-04-01/Accounts/${account.user}/Messages.json`;
    if (!isThere || request.method !== 'POST') return refuse(404, 20_404, 'The requested resource was not found');
    const [to, from, body] = ['To', 'From', 'Body'].map((name) => form.get(name) ?? '');
    if (!to || !from || !body) return refuse(400, 21_604, "A 'To' phone number is required.");
    if (to === '+15005550001') return refuse(400, 21_211, `The 'To' number ${to} is not a valid phone number.`);
    received.push({ to, from, text: body, reference: form.get('StatusCallback') ?? '' });
    sendJson(response, 201, { sid: `SM${randomUUID().replaceAll('-', '')}`, status: 'queued', error_code: null });
  });
  return { ...vendor, received, settings: { provider: 'twilio', url: vendor.url, ...account } };
}

/** Speaks as Sveve: a form, and always 200. Refuses +4700000000. */
export async function startSveve(): Promise<SmsVendor> {
  const received: ReceivedSms[] = [];
  const vendor = await startVendor(async (request, response) => {
    const form = new URLSearchParams(await text(request));
    const value = (name: string) => form.get(name) ?? '';
    const answer = (body: object) => sendJson(response, 200, { response: body });
    if (request.url !== '/SMS/SendMessage' || value('f') !== 'json') return sendJson(response, 404, {});
    if (value('user') !== account.user || value('passwd') !== account.password) {
      return answer({ msgOkCount: 0, stdSMSCount: 0, fatalError: 'Feil brukernavn/passord' });
    }
    if (value('to') === '+4700000000') {
      return answer({
        msgOkCount: 0,
        stdSMSCount: 0,
        errors: [{ number: value('to'), message: `${value('to')} er ugyldig` }],
      });
    }
    received.push({ to: value('to'), from: value('from'), text: value('msg'), reference: value('ref') });
    answer({ msgOkCount: 1, stdSMSCount: 1, ids: [received.length] });
  });
  return { ...vendor, received, settings: { provider: 'sveve', url: vendor.url, ...account } };
}

export function twilioReport(address: string, fields: Record<string, string>, token = account.password) {
  const form = new URLSearchParams({ MessageSid: 'SM1', AccountSid: account.user, ...fields });
  return {
    method: 'POST' as const,
    url: new URL(address).pathname,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': signTwilio(token, address, form).toString(),
    },
    payload: form.toString(),
  };
}
