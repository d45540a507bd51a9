import { create } from 'qrcode';
import { html, type Html } from '../http/html.ts';

/**
 * A QR code as a drawing that is sharp at every size. `label` is what it is called for who cannot see it. The mask is always the same:
 * to look for the one that suits best takes sixty times as long, and in a code as small as ours nobody sees the difference.
 */
export function qrCode(text: string, label: string): Html {
  const { modules } = create(text, { errorCorrectionLevel: 'M', maskPattern: 2 });
  const { size, data } = modules;
  const rows = Array.from({ length: size }, (_, row) => drawRow([...data.subarray(row * size, (row + 1) * size)], row));
  // Four modules of white around it are part of a QR code.
  const edge = size + 8;
  return html`<svg class="code" role="img" aria-label="${label}" viewBox="-4 -4.5 ${edge} ${edge}">
    <path stroke="#000" d="${rows.join('')}" />
  </svg>`;
}

/** The dark runs of a row, each as a line as thick as a module. */
function drawRow(modules: readonly number[], row: number): string {
  return modules
    .map((dark, column) => {
      if (!dark || modules[column - 1]) return '';
      const end = modules.indexOf(0, column);
      return `M${column} ${row}h${(end < 0 ? modules.length : end) - column}`;
    })
    .join('');
}
