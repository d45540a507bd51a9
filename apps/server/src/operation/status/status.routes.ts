import { grantingTypes } from '@vestibule/contract/accounts/directory-grant.ts';
import * as services from '@vestibule/contract/accounts/services.ts';
import * as status from '@vestibule/contract/operation/status.ts';
import type { FastifyInstance } from 'fastify';
import { showsMailsOf } from '../../platform/http/call.ts';
import { serve } from '../../platform/http/route.ts';
import type { Directories } from '../../platform/integrations/directory/directory.ts';
import { readCompanyStates, readStatus } from './status.ts';

export function statusRoutes(app: FastifyInstance, directories: Directories, workAccounts: boolean): void {
  const { unserved } = app.calls;

  serve(app, status, {
    getSystemStatus: ({ db }) => readStatus(db),
    listCompanyStates: ({ db, actor, params, query }) => readCompanyStates(db, actor, params.partnerId, query.ids),
  });

  serve(app, services, {
    getServices: () =>
      Promise.resolve({
        email: !unserved.has('email'),
        sms: !unserved.has('sms'),
        showsMails: showsMailsOf(app.calls),
        workAccounts,
        directories: grantingTypes.filter((type) => directories[type].app !== null),
      }),
  });
}
