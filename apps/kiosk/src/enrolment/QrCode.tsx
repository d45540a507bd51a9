import { encodeQR } from 'qr';
import classes from './QrCode.module.css';

/** A text as a QR code, black on white in every colour scheme, because not every scanner reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 3 });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={classes.code}
      viewBox={`0 0 ${rows.length} ${rows.length}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={rows.length} height={rows.length} fill="#ffffff" />
      <path d={dark.join('')} fill="#000000" />
    </svg>
  );
}
