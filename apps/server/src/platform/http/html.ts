export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

export const css = html;

type Value = Html | string | number | readonly Value[];

/** A template of markup that escapes all other values. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(
    strings.map((part, index) => part + (index < values.length ? write(values[index] ?? '') : '')).join(''),
  );
}

function write(value: Value): string {
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(write).join('');
  return String(value).replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

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
