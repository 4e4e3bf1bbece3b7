/** What this part of the admin API answers: the service builds it and the command line reads it. */
import { z } from 'zod';

/** An account that was marked as an operator's, or no longer. */
export const markedAccount = z.object({ id: z.string(), email: z.string(), operator: z.boolean() });

export type MarkedAccount = z.infer<typeof markedAccount>;
