import { reasonOf } from '../platform/cannot-start.ts';
import { serveDecoder } from '../platform/pictures/decoder-service.ts';

/*
 * `node apps/server/src/commands/run-decoder.ts SOCKET`: decodes images for programs with this DECODER_SOCKET. Run it as a separate user,
 * without a network and without the data folder.
 */
try {
  const [socketPath] = process.argv.slice(2);
  if (socketPath === undefined)
    throw new Error(
      'Give the path of the socket: node apps/server/src/commands/run-decoder.ts /run/vestibule-decoder/socket',
    );
  const server = await serveDecoder(socketPath);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.close(() => process.exit(0)));
  process.stdout.write(`Decoding pictures at ${socketPath}\n`);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
