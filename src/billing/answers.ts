/** What this part of the admin API answers: the service builds it and the command line reads it. */
import { z } from 'zod';

/** An event of Stripe that was fetched and worked on. */
export const readEventAnswer = z.object({ id: z.string(), outcome: z.enum(['settled', 'ignored', 'refused']) });

export type ReadEventAnswer = z.infer<typeof readEventAnswer>;
