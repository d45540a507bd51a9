import { badgeTexts as texts } from '@vestibule/phrases/en/print.ts';
import { css, html, type Html } from '../http/html.ts';
import { printable } from '../http/printable.ts';
import type { BadgeRow } from './badge.store.ts';
import { qrCode } from './qr.ts';

/** A badge with what is not in its row. */
export interface Badge {
  kind: 'main' | 'parking';
  row: BadgeRow;
  /** dd.MM.yyyy, of the visit or of the day it is printed. */
  date: string;
  code: string;
  /** The id of its picture among the `logos` of the sheet, or null. */
  logo: string | null;
}

/** A picture as data, which stands in a sheet once, on however many badges it is. */
export interface Logo {
  id: string;
  data: string;
}

/** Width, height and margin in millimetres; `scale` enlarges everything on it. */
const papers = {
  label62mm: { width: 62, height: 100, margin: 3, scale: 1 },
  label4x6: { width: 101.6, height: 152.4, margin: 5, scale: 1.6 },
  a6: { width: 105, height: 148, margin: 6, scale: 1.6 },
} as const;

/** Drawn badges as one document to print, each on a label of its own. */
export function badgeSheet(paper: BadgeRow['badge_paper'], logos: readonly Logo[], badges: readonly Html[]): string {
  return printable({
    title: texts.title(badges.length),
    style: style(paper),
    body: html`${logos.length > 0 ? drawLogos(logos) : ''}${badges}`,
  });
}

export function drawBadge(badge: Badge): Html {
  return badge.kind === 'main' ? mainBadge(badge) : parkingBadge(badge);
}

function drawLogos(logos: readonly Logo[]): Html {
  const symbols = logos.map(
    ({ id, data }) =>
      html`<symbol id="${id}">
        <image href="${data}" width="100%" height="100%" preserveAspectRatio="xMinYMid" />
      </symbol>`,
  );
  return html`<svg class="logos" width="0" height="0" aria-hidden="true">${symbols}</svg>`;
}

function mainBadge({ row, date, code, logo }: Badge): Html {
  return html`<section class="badge">
    ${head(row, logo, texts.visitor)}
    <div class="who">
      <p class="name ${sizeOf(row.name)}" dir="auto">${row.name}</p>
      <p class="${row.company_name.length > 60 ? 'small' : ''}">${row.company_name}</p>
    </div>
    <footer>
      <div>
        ${row.host_name === null ? '' : html`<p>${texts.visits(row.host_name)}</p>`}
        <p><strong>${row.tenant_name}</strong></p>
        <p>${date}</p>
      </div>
      ${qrCode(code, texts.code(code))}
    </footer>
  </section>`;
}

function parkingBadge({ row, date, logo }: Badge): Html {
  return html`<section class="badge">
    ${head(row, logo, texts.parking)}
    <div class="who">
      <p class="parking">P</p>
      <p class="name ${sizeOf(row.parking_label_info ?? '')}">${row.parking_label_info ?? ''}</p>
    </div>
    <footer>
      <div>
        <p>${row.company_name}</p>
        <p><strong>${row.tenant_name}</strong></p>
        <p>${date}</p>
      </div>
    </footer>
  </section>`;
}

function head({ house }: BadgeRow, logo: string | null, title: string): Html {
  return html`<header>
    ${
      logo === null
        ? html`<span>${house}</span>`
        : html`<svg class="logo" role="img" aria-label="${house}"><use href="#${logo}" /></svg>`
    }
    <span>${title}</span>
  </header>`;
}

/** The longer a name is, the smaller it stands, so that all of it fits. */
function sizeOf(text: string): string {
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.length));
  if (text.length > 64 || longestWord > 16) return 'size-4';
  if (text.length > 36 || longestWord > 14) return 'size-3';
  return text.length > 18 || longestWord > 9 ? 'size-2' : 'size-1';
}

function style(paper: BadgeRow['badge_paper']): Html {
  const { width, height, margin, scale } = papers[paper];
  return css`
    @page {
      size: ${width}mm ${height}mm;
      margin: 0;
    }
    * {
      box-sizing: border-box;
    }
    :root {
      --u: ${scale}mm;
    }
    body {
      margin: 0;
      color: #000;
      background: #fff;
      font-family: system-ui, sans-serif;
    }
    @media screen {
      body {
        display: grid;
        gap: 4mm;
        justify-content: safe center;
        padding: 4mm;
        background: #e4e4ea;
      }
      .badge {
        background: #fff;
        /* Of thousands only those in sight are drawn. */
        content-visibility: auto;
      }
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
    }
    .badge {
      display: flex;
      flex-direction: column;
      width: ${width}mm;
      height: ${height - 0.5}mm;
      padding: ${margin}mm;
      break-after: page;
      break-inside: avoid;
      font-size: calc(3.6 * var(--u));
      line-height: 1.2;
    }
    .badge:last-child {
      break-after: auto;
    }
    header {
      display: flex;
      justify-content: space-between;
      align-items: center;
      gap: calc(3 * var(--u));
      padding-bottom: calc(2 * var(--u));
      border-bottom: calc(0.4 * var(--u)) solid #000;
      font-size: calc(3.2 * var(--u));
      font-weight: 600;
    }
    header span {
      overflow-wrap: anywhere;
    }
    .logos {
      position: absolute;
    }
    .logo {
      width: calc(32 * var(--u));
      height: calc(11 * var(--u));
    }
    .who {
      flex: 1;
      display: flex;
      flex-direction: column;
      justify-content: center;
      gap: calc(1.5 * var(--u));
    }
    .name {
      font-weight: 700;
      line-height: 1.1;
    }
    .size-1 {
      font-size: calc(9.5 * var(--u));
    }
    .size-2 {
      font-size: calc(7 * var(--u));
    }
    .size-3 {
      font-size: calc(5.2 * var(--u));
    }
    .size-4 {
      font-size: calc(4 * var(--u));
    }
    .small {
      font-size: calc(3 * var(--u));
    }
    .parking {
      font-size: calc(26 * var(--u));
      font-weight: 700;
      line-height: 1;
    }
    footer {
      display: flex;
      justify-content: space-between;
      align-items: flex-end;
      gap: calc(2 * var(--u));
      font-size: calc(3.2 * var(--u));
    }
    .code {
      flex: none;
      width: calc(23 * var(--u));
      height: calc(23 * var(--u));
      margin: calc(-1 * var(--u));
      image-rendering: pixelated;
    }
  `;
}
