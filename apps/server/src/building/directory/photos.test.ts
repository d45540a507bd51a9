import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Directory, DirectoryFailed } from '../../platform/integrations/directory/directory.ts';
import { openStorage } from '../../platform/integrations/storage/open.ts';
import { building } from '../../testing/building.ts';
import { testFolder } from '../../testing/folder.ts';
import { bringPhotos } from './photos.ts';

test('after one failed picture request, the run requests no more pictures', async () => {
  const { db, company, tenant, users } = await building();
  await sql`
    insert into employee (company_id, tenant_id, name, id_from_service)
    select ${company.id}, ${tenant.id}, 'member ' || number, 'member ' || number from generate_series(1, 12) as number`.execute(
    db,
  );
  const asked: string[] = [];
  const answers = Promise.withResolvers<void>();
  const directory: Directory = {
    members: () => Readable.from([]),
    async photo(memberId, signal) {
      asked.push(memberId);
      if (asked.length === 1) throw new DirectoryFailed('consentRevoked', 'taken back');
      await answers.promise;
      signal.throwIfAborted();
      return null;
    },
  };
  const storage = await openStorage({
    place: { kind: 'folder', folder: await testFolder() },
    container: 'images',
    host: null,
  });
  const run = {
    tenantId: tenant.id,
    companyId: company.id,
    kind: 'photos',
    isConfirmed: false,
    askedBy: { userId: users.company.id, role: 'company' },
    holder: crypto.randomUUID(),
    begun: 1,
  } as const;
  const bringing = bringPhotos({ db, storage, signal: new AbortController().signal }, run, directory);
  await expect(bringing).rejects.toThrow('taken back');
  const before = asked.length;
  answers.resolve();
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
  expect(asked).toHaveLength(before);
});
