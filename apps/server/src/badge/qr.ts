import { create } from 'qrcode';
import { html, type Html } from '../http/html.ts';

/** A QR code as a drawing that is sharp at every size. `label` is what it is called for who cannot see it. */
export function qrCode(text: string, label: string): Html {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const dark = Array.from({ length: modules.size ** 2 }, (_, place) => place)
    .filter((place) => modules.data[place])
    .map((place) => `M${place % modules.size} ${Math.floor(place / modules.size)}h1v1h-1z`);
  // Four modules of white around it are part of a QR code.
  const edge = modules.size + 8;
  return html`<svg class="code" role="img" aria-label="${label}" viewBox="-4 -4 ${edge} ${edge}">
    <path d="${dark.join('')}" />
  </svg>`;
}
