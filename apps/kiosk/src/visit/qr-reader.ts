import { decodeQR } from 'qr/decode.js';
import { z } from 'zod';

interface Detector {
  detect: (picture: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}

/** Browsers on Android have it. */
const Native = z.custom<new (options: { formats: string[] }) => Detector>((value) => typeof value === 'function');

/** The longer side in px that a code at arm's length needs. */
const longest = 960;

/** Returns a function that reads a QR code from the current frame of a video; null without one. */
export function createReader(): (video: HTMLVideoElement) => Promise<string | null> {
  const Known = Native.safeParse(Reflect.get(globalThis, 'BarcodeDetector')).data;
  let detector = Known && new Known({ formats: ['qr_code'] });
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  return async (video) => {
    if (video.videoWidth === 0) return null;
    try {
      if (detector) return (await detector.detect(video)).at(0)?.rawValue ?? null;
    } catch {
      // A tablet without Google's services has the class but no detector.
      detector = undefined;
    }
    return context && decode(context, video);
  };
}

function decode(context: CanvasRenderingContext2D, video: HTMLVideoElement): string | null {
  const scale = Math.min(1, longest / Math.max(video.videoWidth, video.videoHeight));
  const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
  const { canvas } = context;
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.drawImage(video, 0, 0, width, height);
  try {
    return decodeQR(context.getImageData(0, 0, width, height));
  } catch {
    return null;
  }
}
