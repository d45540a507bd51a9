import { html, type Html } from './html.ts';

/** A complete document to print. It runs nothing and fetches nothing; pictures stand in it as data. */
export function printable({ title, style, body }: { title: string; style: Html; body: Html }): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta
          http-equiv="content-security-policy"
          content="default-src 'none'; style-src 'unsafe-inline'; img-src data:"
        />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
  return page.toString();
}
