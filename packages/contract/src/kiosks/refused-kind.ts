import { z } from 'zod';

/** Of an act that the server refused later. In a file of its own, because kiosks and desks load no calls of each other. */
export const RefusedKind = z.enum(['checkIn', 'checkOut']);
