import { create } from 'qrcode';
import classes from './QrCode.module.css';

/** A text as a QR code, black on white in every colour scheme, because not every scanner reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark = Array.from({ length: size * size }, (_, place) => place).filter(
    (place) => modules.get(Math.floor(place / size), place % size) !== 0,
  );
  return (
    <svg
      className={classes.code}
      viewBox={`-3 -3 ${size + 6} ${size + 6}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect x={-3} y={-3} width={size + 6} height={size + 6} fill="#ffffff" />
      <path d={dark.map((place) => `M${place % size} ${Math.floor(place / size)}h1v1h-1z`).join('')} fill="#000000" />
    </svg>
  );
}
