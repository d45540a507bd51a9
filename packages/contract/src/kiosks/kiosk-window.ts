import { z } from 'zod';

/** A kiosk in the same browser sends its code to the console on this channel. */
export const kioskWindowChannel = 'vestibule-kiosk';

export const KioskCode = z.object({ kioskCode: z.string().regex(/^[A-Z0-9]{8}$/) });
export type KioskCode = z.output<typeof KioskCode>;
