import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Reach, transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { basePath } from '../../platform/http/route.ts';
import type { SmsSettings } from '../../platform/integrations/sms/settings.ts';
import type { SmsReport } from '../../platform/integrations/sms/sms.ts';
import { isSveveReportSecret, readSveveReport } from '../../platform/integrations/sms/sveve.ts';
import { readTwilioReport } from '../../platform/integrations/sms/twilio.ts';
import { findCompanyOfMail, settleReported } from '../../platform/outbox/outbox.store.ts';
import { publishVisits } from './arrival.ts';

const MessageId = z.uuid();

interface ReportSettings {
  sms: SmsSettings | null;
  publicUrl: URL | null;
}

export function reportRoutes(app: FastifyInstance, { sms, publicUrl }: ReportSettings): void {
  void app.register((app, _options, done) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, new URLSearchParams(body.toString())),
    );
    const hide = { schema: { hide: true } };
    if (sms?.provider === 'twilio' && publicUrl) {
      app.post(`${basePath}/sms/status/twilio/:messageId`, hide, async (request, reply) => {
        const signature = request.headers['x-twilio-signature'];
        const call = { publicUrl, messageId: parameter(request, 'messageId'), form: formOf(request) };
        if (typeof signature !== 'string') throw new Refusal('notAllowed');
        const report = readTwilioReport(sms, { ...call, signature });
        if (report === 'forged') throw new Refusal('notAllowed');
        return take(reply, report);
      });
    }
    if (sms?.provider === 'sveve') {
      const url = `${basePath}/sms/status/sveve/:secret`;
      app.route({
        ...hide,
        method: ['GET', 'POST'],
        url,
        handler: async (request, reply) => {
          if (!isSveveReportSecret(sms, parameter(request, 'secret'))) throw new Refusal('notFound');
          const { searchParams } = new URL(request.url, 'http://localhost');
          return take(reply, readSveveReport(new URLSearchParams([...searchParams, ...formOf(request)])));
        },
      });
    }
    done();
  });

  /** Unknown messages get the same answer, because the provider would repeat the report. */
  async function take(reply: FastifyReply, report: SmsReport | undefined) {
    if (report && MessageId.safeParse(report.messageId).success) {
      await storeReport(app.calls.reach, report);
      app.calls.changed();
    }
    return reply.code(204).send();
  }
}

function formOf({ body }: FastifyRequest): URLSearchParams {
  return body instanceof URLSearchParams ? body : new URLSearchParams();
}

function parameter({ params }: FastifyRequest, name: string): string {
  const value: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, name) : undefined;
  return typeof value === 'string' ? value : '';
}

async function storeReport({ acrossCompanies, within }: Reach, report: SmsReport): Promise<void> {
  const companyId = await findCompanyOfMail(acrossCompanies, report.messageId);
  if (companyId === undefined) return;
  await transaction(within([companyId]), async (db) => {
    const changed = await settleReported(db, companyId, report);
    if (changed && changed.visit_id !== null) await publishVisits(db, companyId, [changed.visit_id]);
  });
}
