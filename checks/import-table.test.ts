import { readdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, readModules } from './grain.ts';
import { consoleFolders, serverFolders } from './import-table.ts';
import { lint } from './planted.ts';

const imports: [file: string, specifier: string, verdict: 'allowed' | 'refused'][] = [
  ['packages/contract/src/visits/visitor.ts', 'zod', 'allowed'],
  ['packages/contract/src/visits/visitor.ts', './visit.ts', 'allowed'],
  ['packages/contract/src/visits/visitor.ts', 'libphonenumber-js', 'refused'],
  ['packages/contract/src/visits/visitor.ts', 'node:path', 'refused'],
  ['packages/contract/src/visits/visitor.ts', '@vestibule/phrases/languages.ts', 'refused'],
  ['packages/contract/src/visits/visitor.ts', '../../../../apps/server/src/config.ts', 'refused'],
  ['packages/contract/src/visits/visitor.test.ts', 'fast-check', 'allowed'],

  ['packages/phrases/src/messages.ts', './de/visits/messages.ts', 'allowed'],
  ['packages/phrases/src/messages.ts', '@vestibule/contract/platform/refusal.ts', 'allowed'],
  ['packages/phrases/src/messages.ts', 'i18next', 'refused'],
  ['packages/phrases/src/messages.ts', '@vestibule/web/call.ts', 'refused'],
  ['packages/phrases/src/de/kiosks/kiosk.ts', '../../plural.ts', 'allowed'],
  ['packages/phrases/src/de/kiosks/kiosk.ts', '../../en/kiosks/kiosk.ts', 'allowed'],
  ['packages/phrases/src/de/kiosks/kiosk.ts', 'i18next', 'refused'],
  ['packages/phrases/src/en/visits/messages.ts', '@vestibule/contract/building/directory.ts', 'allowed'],
  ['packages/phrases/src/en/platform/errors.ts', '@vestibule/contract/building/directory.ts', 'refused'],
  ['packages/phrases/src/en/building/console/tenants.ts', '../../visits/console/visitors.ts', 'refused'],

  ['packages/web/src/call.ts', './once.ts', 'allowed'],
  ['packages/web/src/call.ts', '@vestibule/contract/platform/endpoint.ts', 'allowed'],
  ['packages/web/src/call.ts', '@vestibule/phrases/languages.ts', 'allowed'],
  ['packages/web/src/call.ts', 'react', 'allowed'],
  ['packages/web/src/call.ts', '@vestibule/console/main.tsx', 'refused'],
  ['packages/web/src/call.ts', '../../../apps/kiosk/src/flow.ts', 'refused'],

  ['packages/contract/src/visits/visitor.ts', '../building/tenant.ts', 'allowed'],
  ['packages/contract/src/visits/visitor.ts', '../kiosks/kiosk.ts', 'refused'],
  ['packages/contract/src/platform/values.ts', '../accounts/session.ts', 'refused'],
  ['packages/contract/src/endpoints.ts', './kiosks/kiosk.ts', 'allowed'],

  ['apps/server/src/platform/http/route.ts', '@vestibule/contract/platform/endpoint.ts', 'allowed'],
  ['apps/server/src/platform/http/route.ts', '@vestibule/contract/visits/visitor.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/server/src/platform/http/route.ts', '../../config.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', '../cannot-start.ts', 'allowed'],
  ['apps/server/src/platform/http/route.ts', '../db/database.ts', 'allowed'],
  ['apps/server/src/platform/http/route.ts', '../live/hub.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', 'fastify', 'allowed'],
  ['apps/server/src/platform/http/route.ts', '../../accounts/session/session.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', '../../testing/building.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', '../../app.ts', 'refused'],
  ['apps/server/src/platform/http/route.ts', '@vestibule/web/call.ts', 'refused'],
  ['apps/server/src/platform/http/route.test.ts', '../../testing/building.ts', 'allowed'],
  ['apps/server/src/platform/db/migrate.ts', '../../visits/visit/visit.ts', 'refused'],
  ['apps/server/src/platform/db/tables/visit.ts', '@vestibule/contract/visits/visit.ts', 'allowed'],
  ['apps/server/src/platform/jobs/worker.ts', '../../visits/retention/retention.ts', 'refused'],
  ['apps/server/src/platform/integrations/mail/smtp.ts', '../../outbox/enqueue.ts', 'refused'],
  ['apps/server/src/platform/outbox/sender.ts', '../integrations/mail/mail.ts', 'allowed'],

  ['apps/server/src/accounts/session/session.ts', '../user/user.ts', 'refused'],
  ['apps/server/src/accounts/user/user.ts', '../session/session.ts', 'allowed'],
  ['apps/server/src/accounts/company/company.ts', '../partner/partner.ts', 'refused'],
  ['apps/server/src/accounts/company/company.ts', '../../building/tenant/tenant.ts', 'refused'],
  ['apps/server/src/accounts/company/company.ts', '../../config.ts', 'refused'],
  ['apps/server/src/building/tenant/tenant.ts', '../../accounts/company/company.ts', 'allowed'],
  ['apps/server/src/building/tenant/tenant.ts', '../../accounts/company/company.store.ts', 'refused'],
  ['apps/server/src/building/tenant/tenant.ts', '../employee/employee.ts', 'refused'],
  ['apps/server/src/building/tenant/tenant.ts', '../../visits/visitor/visitor.ts', 'refused'],

  ['apps/server/src/visits/visit/visit.ts', './visit.store.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '@vestibule/contract/visits/visit.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '@vestibule/contract/kiosks/kiosk.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '../../platform/db/database.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '../../platform/live/publish.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '../../building/tenant/tenant.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.ts', '../../building/tenant/tenant.store.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../building/tenant/tenant.routes.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../kiosks/kiosk/kiosk.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../testing/building.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../demo/demo.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../app.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '@vestibule/web/call.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../../../../console/src/main.tsx', 'refused'],
  ['apps/server/src/visits/badge/badge.ts', '../visit/visit.ts', 'refused'],
  ['apps/server/src/visits/expected/expected.ts', '../visit/visit.ts', 'refused'],
  ['apps/server/src/visits/visit/visit.ts', '../expected/expected.ts', 'allowed'],
  ['apps/server/src/kiosks/kiosk/kiosk.ts', '../device/visits.ts', 'refused'],
  ['apps/server/src/kiosks/device/visits.ts', '../kiosk/token.ts', 'allowed'],
  ['apps/server/src/platform/outbox/sender.ts', '../../visits/notification/arrival.ts', 'refused'],
  ['apps/server/src/platform/integrations/sms/limits.ts', '../../../config-values.ts', 'refused'],
  ['apps/server/src/platform/backup/backup.test.ts', '../../config.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.test.ts', '../../testing/building.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.test.ts', '../../kiosks/kiosk/kiosk.ts', 'allowed'],
  ['apps/server/src/visits/visit/visit.test.ts', '../../building/tenant/tenant.store.ts', 'refused'],
  ['apps/server/src/operation/clean-up/expire.ts', '../../kiosks/kiosk/kiosk.ts', 'allowed'],

  ['apps/server/src/app.ts', './visits/visit/visit.routes.ts', 'allowed'],
  ['apps/server/src/main.ts', './platform/db/database.ts', 'allowed'],
  ['apps/server/src/wiring.ts', './kiosks/kiosk/token.ts', 'allowed'],
  ['apps/server/src/commands/restore-backup.ts', '../config.ts', 'allowed'],
  ['apps/server/src/app.ts', '@vestibule/contract/endpoints.ts', 'allowed'],
  ['apps/server/src/app.ts', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/server/src/app.ts', '@vestibule/console/main.tsx', 'refused'],
  ['apps/server/src/demo/demo.ts', '../building/tenant/tenant.store.ts', 'allowed'],
  ['apps/server/src/testing/building.ts', '../app.ts', 'allowed'],
  ['apps/server/src/testing/building.ts', '@vestibule/web/call.ts', 'refused'],

  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', './VisitorTable.tsx', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', 'react-router', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '@vestibule/contract/visits/visitor.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '@vestibule/web/call.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../ui/Page.tsx', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../shell/use-may.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../building/tenant/use-tenants.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../building/tenant/tenant-queries.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../visits/history/use-history.ts', 'refused'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../kiosks/kiosk/use-kiosks.ts', 'refused'],
  ['apps/console/src/accounts/user/UsersScreen.tsx', '../../building/tenant/use-tenant.ts', 'refused'],
  ['apps/console/src/building/settings/TenantSettingsScreen.tsx', '../tenant/use-tenant.ts', 'refused'],
  ['apps/console/src/building/tenant/DeliveryPhonesDialog.tsx', '../settings/use-settings.ts', 'allowed'],
  ['apps/console/src/accounts/session/SecondStepScreen.tsx', './second-factor/CodeField.tsx', 'allowed'],
  ['apps/console/src/accounts/session/RequireSession.tsx', '../../navigation.ts', 'allowed'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../building/tenant/TenantSelect.tsx', 'refused'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../building/tenant/tenant-filter.ts', 'refused'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../routes.tsx', 'refused'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '../../../../kiosk/src/flow.ts', 'refused'],
  ['apps/console/src/visits/visitor/VisitorsScreen.tsx', '@vestibule/server/config.ts', 'refused'],
  ['apps/console/src/ui/Page.tsx', '@vestibule/contract/platform/refusal.ts', 'allowed'],
  ['apps/console/src/ui/Page.tsx', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/console/src/ui/Page.tsx', '@vestibule/web/call.ts', 'allowed'],
  ['apps/console/src/ui/Page.tsx', '../shell/use-may.ts', 'allowed'],
  ['apps/console/src/ui/Page.tsx', '../accounts/session/use-session.ts', 'refused'],
  ['apps/console/src/ui/Page.tsx', '../navigation.ts', 'allowed'],
  ['apps/console/src/ui/Page.tsx', '../visits/visitor/VisitorTable.tsx', 'refused'],
  ['apps/console/src/shell/Shell.tsx', '../navigation.ts', 'allowed'],
  ['apps/console/src/shell/Shell.tsx', '../accounts/session/SignInScreen.tsx', 'refused'],
  ['apps/console/src/routes.tsx', './visits/visitor/VisitorsScreen.tsx', 'allowed'],
  ['apps/console/src/navigation.ts', './routes.tsx', 'allowed'],
  ['apps/console/src/navigation.ts', './building/tenant/use-tenant.ts', 'allowed'],
  ['apps/console/src/navigation.ts', '../../kiosk/src/flow.ts', 'refused'],
  ['apps/console/src/main.tsx', '@vestibule/contract/platform/access.ts', 'allowed'],
  ['apps/console/src/main.tsx', '@vestibule/phrases/languages.ts', 'allowed'],
  ['apps/console/src/main.tsx', '@vestibule/web/i18n.ts', 'allowed'],
  ['apps/console/src/main.tsx', '../../server/src/config.ts', 'refused'],

  ['apps/kiosk/src/phone/PhoneStep.tsx', '../flow.ts', 'allowed'],
  ['apps/kiosk/src/phone/PhoneStep.tsx', '../flow-states.ts', 'allowed'],
  ['apps/kiosk/src/phone/PhoneStep.tsx', '../questions.ts', 'allowed'],
  ['apps/kiosk/src/phone/PhoneStep.tsx', '../tenant/use-tenants.ts', 'allowed'],
  ['apps/kiosk/src/phone/PhoneStep.tsx', '../tenant/TenantStep.tsx', 'refused'],
  ['apps/kiosk/src/offline/queue.ts', '../phone/PhoneStep.tsx', 'refused'],
  ['apps/kiosk/src/main.tsx', './phone/PhoneStep.tsx', 'allowed'],
  ['apps/kiosk/src/main.tsx', '@vestibule/console/main.tsx', 'refused'],
];

const sources: Record<string, string> = {};
const lineOf = imports.map(([file, specifier]) => {
  sources[file] = `${sources[file] ?? ''}import '${specifier}';\n`;
  return sources[file].split('\n').length - 1;
});
const findings = (await lint(sources)).filter(({ rule }) => rule === 'vestibule(import-table)');

test.each(imports.map((row, index) => [...row, lineOf[index]] as const))(
  'the import by %s of %s is %s',
  (file, _specifier, verdict, line) => {
    const found = findings.some((finding) => finding.file === file && finding.line === line);
    expect(found ? 'refused' : 'allowed').toBe(verdict);
  },
);

test.each([
  { app: 'server', listed: serverFolders },
  { app: 'console', listed: consoleFolders },
])('the ordered list names every folder of a wing of the $app', async ({ app, listed }) => {
  const src = resolve(import.meta.dirname, '../apps', app, 'src');
  const wings = new Set(listed.map((folder) => folder.split('/')[0] ?? ''));
  const terms = await Promise.all(
    [...wings].map(async (wing) => (await readdir(resolve(src, wing))).map((term) => `${wing}/${term}`)),
  );
  expect(terms.flat().toSorted()).toEqual([...listed].toSorted());
  const folders = (await readdir(src, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const whole = ['commands', 'demo', 'testing', 'shell', 'ui'];
  expect(folders.map(({ name }) => name).filter((name) => !whole.includes(name) && !wings.has(name))).toEqual([]);
});

test.each(['server', 'console'])('no two folders of the %s import each other, at any depth', async (app) => {
  const src = `apps/${app}/src`;
  const modules = await readModules(resolve(import.meta.dirname, '..'), [src]);
  const pairs = [...modules].flatMap(([file, text]) => {
    if (/\.test\.ts$|\/testing\//.test(file)) return [];
    const targets = importsOf(file, text).map(({ target }) => dirname(target));
    return targets.filter((folder) => folder !== dirname(file)).map((folder) => `${dirname(file)} ${folder}`);
  });
  const all = new Set(pairs);
  expect(all.size).toBeGreaterThan(100);
  const both = [...all].filter((pair) => all.has(pair.split(' ').toReversed().join(' ')));
  // The screens know the map of the console, which knows the screens.
  const ofMap = both.filter((pair) => app === 'console' && pair.split(' ').includes(src));
  expect(both).toEqual(ofMap);
});

test('each way to import is checked', async () => {
  const ways = [
    "import { insertTenant } from '../../building/tenant/tenant.store.ts';",
    "import type { Tenant } from '../../building/tenant/tenant.store.ts';",
    "export { insertTenant } from '../../building/tenant/tenant.store.ts';",
    "export * from '../../building/tenant/tenant.store.ts';",
    "export const later = () => import('../../building/tenant/tenant.store.ts');",
    "export type Row = import('../../building/tenant/tenant.store.ts').Tenant;",
  ];
  const found = await lint({ 'apps/server/src/visits/visit/visit.ts': ways.join('\n') });
  const lines = found.filter(({ rule }) => rule === 'vestibule(import-table)').map(({ line }) => line);
  expect(new Set(lines)).toEqual(new Set(ways.map((_, index) => index + 1)));
});
