import { z } from 'zod';

/** On which a kiosk in the same browser tells the console which code it shows. */
export const kioskWindowChannel = 'vestibule-kiosk';

export const KioskCode = z.object({ kioskCode: z.string().regex(/^[A-Z0-9]{8}$/) });
export type KioskCode = z.output<typeof KioskCode>;
