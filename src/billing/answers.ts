/** Answers of this part of the admin API: the service builds them and the command line reads them. */
import * as z from 'zod';

/** An event of Stripe that was fetched and worked on. */
export const readEventAnswer = z.object({ id: z.string(), outcome: z.enum(['settled', 'ignored', 'refused']) });

export type ReadEventAnswer = z.infer<typeof readEventAnswer>;
