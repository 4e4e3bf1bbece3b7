/** The part of the admin API that works on events of Stripe again, mounted at `/admin/billing`. */
import { Hono } from 'hono';
import * as z from 'zod';
import { invalid, Refused, refusal } from '../../contract/refusals.ts';
import { answerAsAdmin, answerRefusal } from '../keys/admin-guard.ts';
import type { PagesAdminEnv } from '../keys/environment.ts';
import { readBody } from '../keys/validation.ts';
import type { ReadEventAnswer } from './answers.ts';
import { note } from './note.ts';
import { rereadEvents } from './reread.ts';
import { type BillingEnv, type BillingSetup, billingSetup } from './setup.ts';
import { fetchEvent } from './stripe.ts';
import { workOn } from './work.ts';

const moment = 'a moment, as in 2026-11-30T04:17:00Z';
const rereading = z.strictObject({
  since: z.iso.datetime({ error: moment }),
  /** The `next` of the part before. */
  after: z.string().max(255).nullable().default(null),
});

export const billingAdmin = new Hono<{ Bindings: PagesAdminEnv }>();

answerAsAdmin(billingAdmin);

billingAdmin.post('/events/:id/read', async (context) => {
  const setup = setupOf(context.env);
  const id = context.req.param('id');
  const event = await fetchEvent(setup, id).catch((cause: unknown) => {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Refused({ ...refusal('SERVICE_UNAVAILABLE'), body: { detail: `Stripe gave no event: ${reason}` } });
  });
  if (event === null) throw new Refused(notFound(`Stripe has no event ${id}. It keeps events for 30 days.`));
  const worked = await workOn(setup, event);
  if (worked.outcome !== 'unreadable') return context.json({ id, ...worked } satisfies ReadEventAnswer);
  const { kind, problem } = worked;
  const detail = `${id}, ${kind}, still cannot be read (${problem}). Install a version that can, or settle it by hand.`;
  throw new Refused(invalid(['path', 'id'], detail));
});
billingAdmin.post('/reread', async (context) => {
  const { since, after } = readBody(await context.req.text(), rereading);
  const setup = setupOf(context.env);
  const part = await rereadEvents(setup, Date.parse(since), after).catch((cause: unknown) => {
    note('error', 'billing-reread-failed', { cause });
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Refused({ ...refusal('SERVICE_UNAVAILABLE'), body: { detail: `Not all events were read: ${reason}` } });
  });
  return context.json(part);
});
billingAdmin.all('/reread', (context) => answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })));
billingAdmin.all('/events/:id/read', (context) =>
  answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })),
);

/** @throws Refused with 404 where nothing is sold */
function setupOf(env: BillingEnv): BillingSetup {
  const setup = billingSetup(env);
  if (!setup) throw new Refused(notFound('Nothing is sold here: Stripe is not set up.'));
  return setup;
}

function notFound(detail: string) {
  return { ...refusal('NOT_FOUND'), body: { detail } };
}
