import { config } from 'zod';

/** Stops zod from trying `Function("")`, which violates the content security policy. Import it before any schema. */
config({ jitless: true });
