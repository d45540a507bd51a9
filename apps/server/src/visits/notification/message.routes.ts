import * as message from '@vestibule/contract/visits/message.ts';
import * as messagePreview from '@vestibule/contract/visits/message-preview.ts';
import type { FastifyInstance } from 'fastify';
import { serve } from '../../platform/http/route.ts';
import {
  readMessages,
  readVisitMessages,
  release,
  sendAgain,
  sendGuestMessageAgain,
  sendManyAgain,
  sendVisitMessageAgain,
} from './message.ts';
import { previewOf, sendTest } from './preview.ts';

export function messageRoutes(app: FastifyInstance): void {
  const { smsRules, unserved } = app.calls;
  serve(app, message, {
    listMessages: ({ db, actor, query }) => readMessages(db, actor, query, query.companyId),
    retryMessage: ({ db, actor, params }) => sendAgain(db, actor, smsRules, params.messageId),
    retryMessages: ({ db, actor, body }) => sendManyAgain(db, actor, smsRules, body.ids),
    releaseMessage: ({ db, actor, params }) => release(db, actor, smsRules, params.messageId),
    listVisitMessages: ({ db, actor, params }) => readVisitMessages(db, actor, params.visitId),
    retryGuestMessage: ({ db, actor, params: { invitationId, guestId: invitedGuestId } }) =>
      sendGuestMessageAgain(db, actor, smsRules, { invitationId, invitedGuestId }),
    retryVisitMessage: ({ db, actor, params }) => sendVisitMessageAgain(db, actor, smsRules, params),
  });

  serve(app, messagePreview, {
    previewMessages: ({ db, storage, actor, params, body, origin }) =>
      previewOf(db, storage, actor, params.settingsId, { ...body, origin }),
    sendTestMessage: ({ db, vault, actor, params, body, origin }) =>
      sendTest(db, { vault, unserved, smsRules }, actor, params.settingsId, { ...body, origin }),
  });
}
