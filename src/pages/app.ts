/** What the pages answer: all pages, Stripe's events, and the admin API of operators, accounts and billing. The edge has checked its token. */
import { Hono } from 'hono';
import { matchedRoutes } from 'hono/route';
import { noPageHeader, readsPages } from '../contract/pages.ts';
import { refusal } from '../contract/refusals.ts';
import { limitSettings } from '../contract/settings/limits.ts';
import { readSettings } from '../contract/settings/read.ts';
import { billingAdmin } from '../money/billing/admin.ts';
import { webhook } from '../money/billing/webhook.ts';
import { answerRefusal } from '../money/keys/admin-guard.ts';
import { inTime } from '../pixels/bounds/in-time.ts';
import { accountsAdmin } from './accounts/admin.ts';
import { accountActsAdmin } from './operator/account-acts-admin.ts';
import { operatorAdmin } from './operator/admin.ts';
import { directoryAdmin } from './operator/directory-admin.ts';
import { endedAgainAdmin } from './operator/ended-again-admin.ts';
import { secretsAdmin } from './operator/secrets-admin.ts';
import { notFoundPage } from './site/layout/not-found.tsx';
import { strictTransport } from './site/layout/policies.ts';
import { pages } from './site/pages.ts';
import type { Visited } from './site/visit/visit.tsx';

const { drainBytes, drainMs } = limitSettings;
const draining = { drainBytes, drainMs };

export const pagesApp = new Hono<Visited>();

pagesApp.use(strictTransport);
pagesApp.route('/', pages);
pagesApp.route('/', webhook);
pagesApp.route('/admin/operators', operatorAdmin);
pagesApp.route('/admin/accounts', accountsAdmin);
pagesApp.route('/admin/account-acts', accountActsAdmin);
pagesApp.route('/admin/directory', directoryAdmin);
pagesApp.route('/admin/ended-again', endedAgainAdmin);
pagesApp.route('/admin/secrets', secretsAdmin);
pagesApp.route('/admin/billing', billingAdmin);
pagesApp.notFound(async (context) => {
  // A page that is there and has nothing to show. Guards are before paths that are none too.
  const isKnown = matchedRoutes(context).some(({ method }) => method !== 'ALL');
  if (isKnown) return readsPages(context) ? notFoundPage(context) : answerRefusal(context, refusal('NOT_FOUND'));
  const limits = readSettings(draining, { ...context.env });
  await inTime(letGo(context.req.raw.body, limits.drainBytes), { ms: limits.drainMs }, () => {});
  const answer = readsPages(context) ? await notFoundPage(context) : new Response(null, { status: 404 });
  answer.headers.set(noPageHeader, 'yes');
  return answer;
});
// The edge answers for what fails here: it sees what else is down.
pagesApp.onError((failure) => {
  throw failure;
});

/** Reads a body that nobody asked for: its client would lose the answer. */
async function letGo(body: ReadableStream<Uint8Array> | null, mostBytes: number): Promise<void> {
  const reader = body?.getReader();
  try {
    for (let left = mostBytes; reader && left > 0; ) {
      const { done, value } = await reader.read();
      if (done) return;
      left -= value.byteLength;
    }
    await reader?.cancel();
  } catch {
    // The client has left.
  }
}
