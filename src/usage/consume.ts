/** Takes batches out of the queue and adds them to the counts. */
import type { UsageBatch } from './event.ts';
import { addUsage } from './store.ts';

/**
 * Adds what a delivery of the queue brings. One that cannot be added comes again as a whole.
 * @throws Error of D1
 */
export async function consumeUsage(
  { messages }: Pick<MessageBatch<UsageBatch>, 'messages'>,
  env: { readonly DIRECTORY: D1Database },
): Promise<void> {
  await addUsage(
    env.DIRECTORY,
    messages.map(({ body }) => body),
    Date.now(),
  );
}
