import { once } from 'node:events';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  email: Email;
}

export type PlannedAnswer = { at: 'sender' | 'recipient' | 'end'; status: number; words: string } | 'break' | 'silence';

export interface MailServer {
  url: URL;
  received: ReceivedMail[];
  readonly attempts: number;
  answerNext: (...next: PlannedAnswer[]) => void;
  close(): Promise<void>;
}

export async function startMailServer(
  options: Pick<SMTPServerOptions, 'onAuth' | 'authOptional' | 'hideSMTPUTF8' | 'allowInsecureAuth'> & {
    startTls?: boolean;
    keep?: (mail: ReceivedMail) => Promise<void>;
  } = {},
): Promise<MailServer> {
  const { startTls = false, keep, ...smtp } = options;
  const received: ReceivedMail[] = [];
  const planned: PlannedAnswer[] = [];
  const sockets = new Set<Socket>();
  let attempts = 0;
  let current: PlannedAnswer | undefined;

  const refusedAt = (stage: 'sender' | 'recipient' | 'end') => {
    if (typeof current !== 'object' || current.at !== stage) return null;
    return Object.assign(new Error(current.words), { responseCode: current.status });
  };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: startTls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1,
    ...smtp,
    onMailFrom(_address, _session, done) {
      attempts += 1;
      current = planned.shift();
      done(refusedAt('sender'));
    },
    onRcptTo: (_address, _session, done) => done(refusedAt('recipient')),
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      if (current === 'break') {
        for (const socket of sockets) socket.resetAndDestroy();
        return;
      }
      const isTaken = current === undefined;
      const answer = current === 'silence' ? () => undefined : done;
      const refusal = refusedAt('end');
      const take = async () => {
        const bytes = await buffer(stream);
        if (!isTaken) return answer(refusal);
        const mail = {
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: bytes.toString('latin1'),
          email: await PostalMime.parse(bytes),
        };
        await keep?.(mail);
        received.push(mail);
        answer(null);
      };
      take().catch(answer);
    },
  });
  server.on('error', () => undefined);
  const listening = server.listen(0, '127.0.0.1');
  listening.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await once(listening, 'listening');
  const address = listening.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: new URL(`smtp://127.0.0.1:${port}`),
    received,
    get attempts() {
      return attempts;
    },
    answerNext: (...next) => void planned.push(...next),
    async close() {
      const closed = new Promise<void>((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
