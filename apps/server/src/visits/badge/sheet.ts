import type { BadgePaper } from '@vestibule/contract/accounts/company.ts';
import { badgeTexts as texts } from '@vestibule/phrases/en/visits/server.ts';
import { html, type Html, printable } from '../../platform/http/html.ts';
import type { BadgeRow } from './badge.store.ts';
import { qrCode } from './qr.ts';
import { sheetStyle } from './sheet-style.ts';

export interface Badge {
  kind: 'main' | 'parking';
  row: BadgeRow;
  date: string;
  code: string;
  logo: string | null;
}

export interface Logo {
  id: string;
  data: string;
}

export function badgeSheet(paper: BadgePaper, logos: readonly Logo[], badges: readonly Html[]): string {
  return printable({
    title: texts.title(badges.length),
    style: sheetStyle(paper),
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
      <p class="${row.company_name.length > 60 ? 'small' : ''}" dir="auto">${row.company_name}</p>
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

/** Long names get a smaller font, so that no word breaks. Wide letters count twice. */
function sizeOf(text: string): string {
  const longestWord = Math.max(...text.split(/\s+/).map((word) => word.replaceAll(/[mw]/gi, '$&$&').length));
  if (text.length > 64 || longestWord > 16) return 'size-4';
  if (text.length > 36 || longestWord > 14) return 'size-3';
  return text.length > 18 || longestWord > 9 ? 'size-2' : 'size-1';
}
