import * as expected from '@vestibule/contract/visits/expected.ts';
import type { FastifyInstance } from 'fastify';
import { importInTurn } from '../../platform/csv/import.ts';
import { serve } from '../../platform/http/route.ts';
import { checkInExpected } from './expected.ts';
import { expectVisitors } from './visitor-import.ts';

export function expectedRoutes(app: FastifyInstance): void {
  const { smsRules } = app.calls;
  serve(app, expected, {
    importVisitors: ({ db, vault, storage, actor, params, query, file, origin, once }) => {
      const { preview: isPreview = false, announce, ...badges } = query;
      const asked = { file: file.bytes, isPreview, badges, announce, origin, once };
      return importInTurn(() => expectVisitors(db, { vault, storage, smsRules }, actor, params.tenantId, asked));
    },
    checkInExpected: ({ db, vault, storage, actor, body }) =>
      checkInExpected(db, { vault, storage, smsRules }, actor, body.ids),
  });
}
