import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { css, html, type Html } from '../http/html.ts';
import { answerProblem } from '../http/problem.ts';
import { Refusal } from '../http/refusal.ts';
import { allowStyleElement } from '../http/security-headers.ts';
import { isLoopback } from '../integrations/loopback.ts';
import type { CaughtMail, MailCatcher } from '../integrations/mail/catcher.ts';
import { dataUrl } from '../integrations/storage/read-logo.ts';

export const devMailPath = '/dev/mail';

/** Shows the mails of the demo to a browser on the same machine, because they sign users in. Without `catcher` the pages are missing. */
export function serveDevMail(app: FastifyInstance, catcher: MailCatcher | null): void {
  const options = { schema: { hide: true } };
  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    answerProblem(new Refusal('notFound'), request, reply);
  app.get(devMailPath, options, (request, reply) => {
    if (!catcher || !isFromHere(request)) return missing(request, reply);
    return answerPage(reply, listPage(catcher.list(), allowStyleElement(reply)));
  });
  app.get<{ Params: { id: string } }>(`${devMailPath}/:id`, options, (request, reply) => {
    const mail = findMail(catcher, request);
    if (!mail) return missing(request, reply);
    return answerPage(reply, mailPage(mail, allowStyleElement(reply)));
  });
  app.get<{ Params: { id: string } }>(`${devMailPath}/:id/html`, options, (request, reply) => {
    const mail = findMail(catcher, request);
    if (!mail) return missing(request, reply);
    reply.header('x-frame-options', 'SAMEORIGIN').header('content-security-policy', policyOfMail);
    const { logo, html: page } = mail;
    return answerPage(reply, logo ? page.replaceAll(`cid:${logo.cid}`, dataUrl(logo)) : page);
  });
}

const sandbox = 'allow-popups allow-popups-to-escape-sandbox';
const policyOfMail = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox ${sandbox}`;

function answerPage(reply: FastifyReply, page: string) {
  return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page);
}

function findMail(catcher: MailCatcher | null, request: FastifyRequest<{ Params: { id: string } }>) {
  if (!isFromHere(request)) return undefined;
  return catcher?.list().find(({ messageId }) => messageId === request.params.id);
}

/** Also refuses other machines behind a proxy on this one, and host names of other sites that lead here. */
function isFromHere({ socket, headers }: FastifyRequest): boolean {
  const { host = '', forwarded, 'x-forwarded-for': forwardedFor } = headers;
  const address = socket.remoteAddress?.replace(/^::ffff:/, '') ?? '';
  const isDirect = forwarded === undefined && forwardedFor === undefined;
  return isDirect && (address === '::1' || isLoopback(address)) && isLoopback(host.replace(/:\d+$/, ''));
}

function listPage(mails: readonly CaughtMail[], nonce: string): string {
  return page(
    'Mails of this demo',
    nonce,
    html`<meta http-equiv="refresh" content="5" />
      <h1>Mails of this demo</h1>
      <p>No mail server is set up, so these mails were not sent. A restart deletes them.</p>
      ${mails.length === 0 ? html`<p>There are no mails yet.</p>` : ''}
      <ul>
        ${mails.map(
          ({ messageId, subject, to, at }) =>
            html`<li>
              <a href="${devMailPath}/${messageId}">${subject}</a><br />
              <small>${to}, ${timeOf(at)}</small>
            </li>`,
        )}
      </ul>`,
  );
}

function mailPage({ messageId, subject, to, replyTo, at, text, logo, calendar }: CaughtMail, nonce: string): string {
  return page(
    subject,
    nonce,
    html`<p><a href="${devMailPath}">All mails</a></p>
      <h1>${subject}</h1>
      <p>
        <small>To ${to}, ${timeOf(at)}${replyTo ? `, replies to ${replyTo.name} <${replyTo.address}>` : ''}</small>
      </p>
      <iframe title="HTML" sandbox="${sandbox}" src="${devMailPath}/${messageId}/html"></iframe>
      <h2>Text</h2>
      <pre>${text}</pre>
      ${
        logo
          ? html`<h2>Attachment</h2>
              <p><img src="${dataUrl(logo)}" alt="Logo" height="48" /> ${logo.type}</p>`
          : ''
      }
      ${
        calendar
          ? html`<h2>Calendar, ${calendar.method}</h2>
              <pre>${calendar.content}</pre>`
          : ''
      }`,
  );
}

function page(title: string, nonce: string, body: Html): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`.toString();
}

function timeOf(at: Date): string {
  return at.toLocaleTimeString('en-GB');
}

const style = css`
  :root {
    color-scheme: light dark;
    font:
      16px/1.5 system-ui,
      sans-serif;
  }
  body {
    max-width: 760px;
    margin: 0 auto;
    padding: 16px;
  }
  iframe {
    width: 100%;
    height: 720px;
    border: 1px solid gray;
  }
  pre {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  li {
    padding: 8px 0;
  }
`;
