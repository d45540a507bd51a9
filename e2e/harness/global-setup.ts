import { ensureBuilt } from '../../scripts/build.mjs';
import { startMailbox } from './mail.ts';
import { startProgram } from './program.ts';

/** One program for the whole run. The run fails when the program logged an error, whatever the tests saw. */
async function setUp() {
  await ensureBuilt();
  const mailbox = await startMailbox();
  const { address, dataDir, stop } = await startProgram({ MAIL_URL: mailbox.url.href });
  // The workers inherit it.
  process.env['E2E_ADDRESS'] = address;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_MAIL'] = mailbox.folder;
  return async () => {
    const errors = await stop();
    await mailbox.stop();
    if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join('\n')}`);
  };
}

// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default setUp;
