import * as badge from '@vestibule/contract/visits/badge.ts';
import { badgeTexts as texts } from '@vestibule/phrases/en/visits/server.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { css, html, type Html } from '../../platform/http/html.ts';
import { serve } from '../../platform/http/route.ts';
import { allowStyleElement } from '../../platform/http/security-headers.ts';
import { isStillExpected } from './badge.store.ts';
import { printBadgesAgain } from './badge.ts';
import { badgeCode, isLikeBadgeCode, passPath, readBadgeCode } from './code.ts';
import { qrCode } from './qr.ts';

export function badgeRoutes(app: FastifyInstance): void {
  serve(app, badge, {
    printBadge: ({ db, vault, storage, actor, params, query }) =>
      printBadgesAgain(db, { vault, storage }, actor, params.visitorId, query),
  });
}

const style = css`
  body {
    margin: 0;
    padding: 24px;
    color: #000;
    background: #fff;
    /* Scanners cannot read codes that a phone inverts in dark mode. */
    color-scheme: only light;
    font:
      16px/1.5 system-ui,
      sans-serif;
    text-align: center;
  }
  .code {
    width: min(100%, 360px, 100vh - 48px);
    image-rendering: pixelated;
  }
`;

type CodeRequest = FastifyRequest<{ Params: { code: string } }>;

/** `guestPage` is the page of a guest's pass, whose longer token has the same place in the path. */
export function passRoutes(app: FastifyInstance, guestPage: ((reply: FastifyReply) => FastifyReply) | null): void {
  const serveCode = async (request: CodeRequest, reply: FastifyReply) => {
    const { reach, vault } = app.calls;
    if (guestPage && !isLikeBadgeCode(request.params.code)) return guestPage(reply);
    const subject = readBadgeCode(vault, request.params.code);
    const isExpected = subject?.kind === 'visitor' && (await isStillExpected(reach.acrossCompanies, subject.id));
    const body = isExpected ? qrCode(badgeCode(vault, subject), texts.pass) : html`<p>${texts.gone}</p>`;
    const title = isExpected ? texts.pass : texts.gone;
    return reply
      .code(isExpected ? 200 : 404)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(page(title, body, allowStyleElement(reply)));
  };
  // QR codes of passes are in capitals.
  for (const path of [passPath, passPath.toUpperCase()])
    app.get(`${path}/:code`, { schema: { hide: true } }, serveCode);
}

function page(title: string, body: Html, nonce: string): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style nonce="${nonce}">
          ${style}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`.toString();
}
