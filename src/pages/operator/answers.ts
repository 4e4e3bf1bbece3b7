/** What this part of the admin API answers: the service builds it and the command line reads it. */
import * as z from 'zod';

/** An account that was marked as an operator's, or no longer. */
export const markedAccount = z.object({ id: z.string(), email: z.string(), operator: z.boolean() });

export type MarkedAccount = z.infer<typeof markedAccount>;

/** An account to which something was done. */
export const actedOn = z.object({ id: z.string(), act: z.string() });

export type ActedOn = z.infer<typeof actedOn>;

/** How many second factors were sealed anew. */
export const sealedFactors = z.object({ sealed: z.number().int().min(0) });

export type SealedFactors = z.infer<typeof sealedFactors>;
