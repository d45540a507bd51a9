import { ensureBuilt } from '../../scripts/build.mjs';
import { identityClient, startIdentityServer } from '../../apps/server/src/testing/identity.ts';
import { startDirectories } from './directories.ts';
import { startMailbox } from './mail.ts';
import { startProgram } from './program.ts';

/** The run fails if the program logged an error. */
async function setUp() {
  await ensureBuilt();
  const mailbox = await startMailbox();
  const identity = await startIdentityServer();
  const directories = await startDirectories();
  const { address, dataDir, stop } = await startProgram({
    MAIL_URL: mailbox.url.href,
    OIDC_ISSUER: identity.issuer.origin,
    OIDC_CLIENT_ID: identityClient.clientId,
    OIDC_CLIENT_SECRET: identityClient.clientSecret,
    ...directories.settings,
  });
  // Workers inherit it.
  process.env['E2E_ADDRESS'] = address;
  process.env['E2E_DATA_DIR'] = dataDir;
  process.env['E2E_MAIL'] = mailbox.folder;
  process.env['E2E_IDENTITY'] = identity.issuer.host;
  process.env['E2E_DIRECTORIES'] = directories.control;
  process.env['E2E_DIRECTORY_LOGIN'] = directories.login;
  return async () => {
    const errors = await stop();
    await mailbox.stop();
    await identity.close();
    await directories.close();
    if (errors.length > 0) throw new Error(`The program logged errors:\n${errors.join('\n')}`);
  };
}

// oxlint-disable-next-line import/no-default-export -- Playwright asks for it
export default setUp;
