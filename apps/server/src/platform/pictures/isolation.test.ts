import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Attacked, attackFromDecoder } from '../../testing/decoder-attack.ts';

const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

async function attackAs(id: number) {
  const script = join(import.meta.dirname, '../../testing/decoder-attack.ts');
  const run = promisify(execFile)(process.execPath, [script], { uid: id, gid: id, cwd: '/', env: {} });
  const { stdout } = await run.catch((error: unknown) => {
    if (String(error).includes('EACCES')) return { stdout: undefined };
    throw error;
  });
  return stdout === undefined ? undefined : Attacked.parse(JSON.parse(stdout));
}

test('a decoder cannot reach anything that its isolation forbids', async () => {
  const { protections, attempts } = await attackFromDecoder();
  expect(attempts).toMatchObject({ readsFile: !protections.hasNoFolders, connects: !protections.hasNoNetwork });
  expect(attempts.readsEnvironmentOfProgram && protections.isOtherUser).toBe(false);
  expect(attempts.variables.toSorted()).toEqual(expect.arrayContaining(['MALLOC_ARENA_MAX', 'PATH']));
  expect(attempts.variables.filter((name) => /KEY|SECRET|DATABASE|URL|PASSWORD/.test(name))).toEqual([]);
});

test.runIf(isRoot)(
  'under root the decoder runs as another user, who can read neither the data folder nor the settings',
  async () => {
    const { protections, attempts } = await attackFromDecoder();
    expect(protections).toMatchObject({ isOtherUser: true, hasNoFolders: true });
    expect(attempts).toMatchObject({ readsFile: false, readsEnvironmentOfProgram: false });
  },
);

test.runIf(isRoot)('without root the decoder cannot reach anything that its isolation forbids', async ({ skip }) => {
  const attacked = await attackAs(nobody);
  if (!attacked) return skip('the checkout is closed to other users');
  const { protections, attempts } = attacked;
  expect(protections.isOtherUser).toBe(false);
  expect(attempts).toMatchObject({ readsFile: !protections.hasNoFolders, connects: !protections.hasNoNetwork });
});
