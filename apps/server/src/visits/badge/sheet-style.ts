import type { BadgePaper } from '@vestibule/contract/accounts/company.ts';
import { css, type Html } from '../../platform/http/html.ts';

const papers = {
  label62mm: { width: 62, height: 100, margin: 3, scale: 1 },
  label4x6: { width: 101.6, height: 152.4, margin: 5, scale: 1.6 },
  a6: { width: 105, height: 148, margin: 6, scale: 1.6 },
} as const satisfies Record<BadgePaper, object>;

export function sheetStyle(paper: BadgePaper): Html {
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
        content-visibility: auto;
      }
    }
    p {
      margin: 0;
      overflow-wrap: anywhere;
      unicode-bidi: plaintext;
    }
    .badge {
      display: flex;
      flex-direction: column;
      width: ${width}mm;
      height: ${height - 0.5}mm;
      padding: ${margin}mm;
      overflow: hidden;
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
    header span:last-child {
      flex: none;
    }
    header span:first-child,
    footer p {
      display: -webkit-box;
      overflow: hidden;
      -webkit-box-orient: vertical;
      -webkit-line-clamp: 4;
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
      justify-content: safe center;
      min-height: 0;
      overflow: hidden;
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
