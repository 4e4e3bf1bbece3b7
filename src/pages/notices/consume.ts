/** Takes messages out of the queue: batches are added to the counts, and owners of wallets get due notices. */
import { requestLogDays } from '../../money/request-log/days.ts';
import type { UsageBatch, UsageMessage } from '../../money/usage/event.ts';
import { addUsage } from '../../money/usage/store.ts';
import type { AccountsEnv } from '../accounts/environment.ts';
import { sendDueNotices } from './send.ts';

/**
 * Counts a delivery of the queue. One that cannot be counted comes again as a whole; a notice that cannot be sent is logged.
 * @throws Error of D1
 */
export async function consumeUsage(
  { messages }: { readonly messages: readonly Pick<Message<UsageMessage>, 'body'>[] },
  env: AccountsEnv,
): Promise<void> {
  const bodies = messages.map(({ body }) => body);
  const nowMs = Date.now();
  await addUsage(
    env.DIRECTORY,
    bodies.filter((body) => 'events' in body),
    nowMs,
    isLogged(env),
  );
  const seen = [...new Set(bodies.flatMap((body) => ('events' in body ? spenders(body) : body.wallets)))];
  try {
    if (seen.length > 0) await sendDueNotices(seen, env, nowMs);
  } catch (cause) {
    const text = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
    console.error(JSON.stringify({ level: 'error', event: 'notices-failed', cause: text }));
  }
}

/** Whether there is a request log. A wrong setting, which the daily work reports, loses no counts. */
function isLogged(env: AccountsEnv): boolean {
  try {
    return requestLogDays(env) > 0;
  } catch {
    return false;
  }
}

function spenders({ events }: UsageBatch): string[] {
  return events.flatMap(({ credits, wallet }) => (credits > 0 ? [wallet] : []));
}
