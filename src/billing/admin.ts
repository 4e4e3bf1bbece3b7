/** The part of the admin API that works on events of Stripe again, mounted at `/admin/billing`. */
import { Hono } from 'hono';
import { invalid, Refused, refusal } from '../contract/refusals.ts';
import { answerRefusal, guard } from '../keys/admin-guard.ts';
import type { KeysEnv } from '../keys/environment.ts';
import type { ReadEventAnswer } from './answers.ts';
import { billingSetup } from './setup.ts';
import { fetchEvent } from './stripe.ts';
import { workOn } from './work.ts';

export const billingAdmin = new Hono<{ Bindings: KeysEnv }>();

guard(billingAdmin);

billingAdmin.post('/events/:id/read', async (context) => {
  const setup = billingSetup(context.env);
  if (!setup) throw new Refused(notFound('Nothing is sold here: Stripe is not set up.'));
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
billingAdmin.all('/events/:id/read', (context) =>
  answerRefusal(context, refusal('METHOD_NOT_ALLOWED', { allow: 'POST' })),
);

function notFound(detail: string) {
  return { ...refusal('NOT_FOUND'), body: { detail } };
}
