import { execFile } from 'node:child_process';
import { createDecipheriv, createHmac, hkdfSync, scryptSync } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { uploadImage } from '@vestibule/contract/building/image-storage.ts';
import { registerVisit } from '@vestibule/contract/visits/registration.ts';
import { eraseVisitorData } from '@vestibule/contract/visits/data-request.ts';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { text, typedSql } from '../db/typed-sql.ts';
import { version } from '../observability/version.ts';
import { openStorage } from '../integrations/storage/open.ts';
import { backupKey, backupSource, newFolder } from '../../testing/backup-source.ts';
import { visitTo } from '../../testing/building.ts';
import { png } from '../../testing/images.ts';
import { makeBackup } from './backup.ts';
import { Manifest } from './contents.ts';

test('age and tar open a backup with a manifest, one CSV per table, and the files', async () => {
  const { site, config } = await backupSource();
  const company = site.as('company');
  await company.call(uploadImage, { query: { companyId: site.company.id, type: 'logo' }, file: png() });
  await site.as('reception').call(registerVisit, visitTo(site.tenant, { name: 'Kari "Quote", Nordmann' }));
  const { path } = await makeBackup(site.server.database, config, await newFolder());
  const place = await newFolder();
  await writeFile(join(place, 'backup.tar.gz'), decryptWithPassphrase(await readFile(path), backupKey));
  await promisify(execFile)('tar', ['xzf', 'backup.tar.gz'], { cwd: place });

  const manifest = Manifest.parse(JSON.parse(await readFile(join(place, 'manifest.json'), 'utf8')));
  const { rows: migrations } = await typedSql({ name: text })`select name from kysely_migration order by name`.execute(
    site.db,
  );
  expect(manifest).toMatchObject({ version, migrations: migrations.map(({ name }) => name), files: 2 });
  const tables = await readdir(join(place, 'tables'));
  expect(tables.toSorted()).toEqual(manifest.tables.map(({ name }) => `${name}.csv`).toSorted());
  for (const { name, columns, rows } of manifest.tables) {
    const lines = parse(await readFile(join(place, 'tables', `${name}.csv`)));
    expect([name, lines.length - 1, lines[0]]).toEqual([name, rows, columns]);
  }
  const visitors = await readFile(join(place, 'tables', 'visitor.csv'), 'utf8');
  expect(parse(visitors, { columns: true })).toMatchObject([{ name: 'Kari "Quote", Nordmann' }]);
  const { rows: images } = await typedSql({ file: text, thumbnail: text })`select file, thumbnail from image`.execute(
    site.db,
  );
  const files = images.flatMap(({ file, thumbnail }) => [file, thumbnail]);
  expect((await readdir(join(place, 'files'))).toSorted()).toEqual(files.toSorted());
  for (const name of files) {
    const stored = await (await openStorage(config.storage)).read(name);
    expect(await readFile(join(place, 'files', name))).toEqual(stored);
  }
});

test('counts a file in an unexpected place as missing', async () => {
  const { site, config } = await backupSource();
  const company = site.as('company');
  await company.call(uploadImage, { query: { companyId: site.company.id, type: 'logo' }, file: png() });
  const { rows } = await typedSql({ file: text })`select file from image`.execute(site.db);
  await (await openStorage(config.storage)).remove(rows[0]?.file ?? '');
  const made = await makeBackup(site.server.database, config, await newFolder());
  expect(made).toMatchObject({ files: 1, missing: 1 });
});

test('a backup has no erased visitors, and only the key owner can read the others', async () => {
  const { site, config } = await backupSource();
  const [erased, kept] = ['Canarina Fjeldheim', 'Canaria Havgard'];
  const admin = site.as('company');
  const { data: gone } = await admin.call(registerVisit, visitTo(site.tenant, { name: erased }));
  await admin.call(registerVisit, visitTo(site.tenant, { name: kept }));
  await admin.call(eraseVisitorData, { params: { visitorId: gone.visitor.id } });
  const { path } = await makeBackup(site.server.database, config, await newFolder());
  const file = await readFile(path);
  const readable = [erased, kept, backupKey].filter((canary) => file.includes(canary));
  expect(readable).toEqual([]);
  const tar = gunzipSync(decryptWithPassphrase(file, backupKey));
  expect([erased, kept].map((canary) => tar.includes(canary))).toEqual([false, true]);
});

/** Follows https://age-encryption.org/v1 with the cryptography of Node alone, so that the library does not prove itself. */
function decryptWithPassphrase(file: Buffer, passphrase: string): Buffer {
  const headerEnd = file.indexOf('\n--- ') + 4;
  const [version, stanza = '', wrapped = ''] = file.toString('latin1', 0, headerEnd).split('\n');
  const [, type, salt = '', logN] = stanza.split(' ');
  expect([version, type]).toEqual(['age-encryption.org/v1', 'scrypt']);
  const saltOfKey = Buffer.concat([Buffer.from('age-encryption.org/v1/scrypt'), Buffer.from(salt, 'base64')]);
  const cost = { N: 2 ** Number(logN), r: 8, p: 1, maxmem: 2 ** 30 };
  const wrappingKey = scryptSync(passphrase, saltOfKey, 32, cost);
  const fileKey = openChunk(wrappingKey, Buffer.alloc(12), Buffer.from(wrapped, 'base64'));

  const payload = file.indexOf('\n', headerEnd) + 1;
  const mac = createHmac('sha256', derive(fileKey, '', 'header'))
    .update(file.subarray(0, headerEnd))
    .digest('base64');
  expect(file.toString('latin1', headerEnd + 1, payload - 1)).toBe(mac.replace('=', ''));
  const key = derive(fileKey, file.subarray(payload, payload + 16), 'payload');
  const chunks: Buffer[] = [];
  const chunkLength = 64 * 1024 + 16;
  for (let at = payload + 16; at < file.length; at += chunkLength) {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(chunks.length, 5, 6);
    nonce[11] = at + chunkLength >= file.length ? 1 : 0;
    chunks.push(openChunk(key, nonce, file.subarray(at, at + chunkLength)));
  }
  return Buffer.concat(chunks);
}

function derive(fileKey: Buffer, salt: string | Buffer, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', fileKey, salt, label, 32));
}

function openChunk(key: Buffer, nonce: Buffer, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('chacha20-poly1305', key, nonce, { authTagLength: 16 });
  decipher.setAuthTag(sealed.subarray(-16));
  return Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
}
