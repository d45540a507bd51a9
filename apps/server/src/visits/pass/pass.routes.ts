import * as pass from '@vestibule/contract/visits/pass.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../platform/http/call.ts';
import { basePath, serve } from '../../platform/http/route.ts';
import { ownOrigin } from '../../platform/http/same-origin.ts';
import { datesIn } from '../../platform/outbox/content.ts';
import { passPath } from '../badge/code.ts';
import { qrPicture } from '../badge/qr.ts';
import {
  changePass,
  checkOutPass,
  declinePass,
  deletePassData,
  keepPassInside,
  knownPass,
  readPass,
  readPassCalendar,
} from './pass.ts';
import { provePassPhone, sendPassCode } from './phone-proof.ts';

export function guestPassRoutes(app: FastifyInstance): void {
  const { smsRules } = app.calls;
  serve(app, pass, {
    getPass: ({ reach, params, network }) => readPass(reach, { ...params, network }),
    changePass: ({ reach, vault, params, network, body }) =>
      changePass(reach, { vault, smsRules }, { ...params, network }, body),
    declinePass: ({ reach, vault, params, network, query }) =>
      declinePass(reach, { vault, smsRules }, { ...params, network }, query.dates),
    checkOutPass: ({ reach, params, network }) => checkOutPass(reach, { ...params, network }),
    keepPassInside: ({ reach, params, network }) => keepPassInside(reach, { ...params, network }),
    sendPassCode: ({ reach, vault, params, network }) =>
      sendPassCode(reach, { vault, smsRules }, { ...params, network }),
    provePassPhone: ({ reach, vault, params, network, body }) =>
      provePassPhone(reach, { vault }, { ...params, network }, body),
    deletePassData: ({ reach, params, network }) => deletePassData(reach, { ...params, network }),
  });
  serveQrCode(app);
  serveCalendar(app);
}

/** A picture and no JSON, so it is no call of the contract. */
function serveQrCode(app: FastifyInstance): void {
  const serveCode = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
    const { reach, publicUrl } = app.calls;
    const { secret } = await knownPass(reach, { ...request.params, network: networkOf(request.ip) });
    // Capitals make the smallest code. Paths in capitals are served too.
    const link = `${ownOrigin(request, publicUrl)}${passPath}/${secret}`.toUpperCase();
    return reply.type('image/svg+xml').send(qrPicture(link));
  };
  app.get(`${basePath}/pass/:token/qr.svg`, { schema: { hide: true } }, serveCode);
}

function serveCalendar(app: FastifyInstance): void {
  const serveFile = async (request: FastifyRequest<{ Params: { token: string } }>, reply: FastifyReply) => {
    const calendar = await readPassCalendar(app.calls.reach, { ...request.params, network: networkOf(request.ip) });
    // Most passes never need this library.
    const { writeCalendarFile } = await import('../../platform/outbox/calendar.ts');
    return reply
      .header('content-disposition', 'attachment; filename="invitation.ics"')
      .type('text/calendar; charset=utf-8')
      .send(writeCalendarFile({ ...calendar, ...datesIn(calendar) }));
  };
  app.get(`${basePath}/pass/:token/calendar.ics`, { schema: { hide: true } }, serveFile);
}
