import { z } from 'zod';
import { Image } from '../platform/image.ts';
import { languages } from '../platform/values.ts';
import { DeviceConfig } from './device.ts';

/** The kiosk app without a device, in a frame of the console. Its page may connect to no server. */
export const kioskPreviewPath = '/kiosk/preview';

export const previewScreens = ['welcome', 'phone', 'hosts', 'confirm', 'end'] as const;
export type PreviewScreen = (typeof previewScreens)[number];

/** The frame asks its parent for the first settings. */
export const previewIsReady = 'kioskPreviewIsReady';

/** The console sends it to the frame after each change. */
export const KioskPreview = z.object({
  settings: DeviceConfig.shape.settings,
  company: DeviceConfig.shape.company,
  background: Image.nullable(),
  language: z.enum(languages),
  screen: z.enum(previewScreens),
  /** The user tries the kiosk, with invented people. Otherwise the screen stays. */
  isTrying: z.boolean(),
  /** Another number starts over. */
  turn: z.int(),
});
export type KioskPreview = z.output<typeof KioskPreview>;
