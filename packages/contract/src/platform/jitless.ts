import { config } from 'zod';

/** Stops zod from trying `Function("")`, which violates the content security policy. Imported before any schema is made. */
config({ jitless: true });
