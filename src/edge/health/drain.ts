/**
 * For stopping a local service: an entrypoint without a route. Its answer ends when no call of this isolate holds a credit,
 * so that every answered call is settled.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { pendingCounts } from '../../money/counts/pending-counts.ts';
import type { CountsEnv } from '../../money/counts/store.ts';
import { holdsInWork } from '../admit/hold.ts';

/** Within this time a request accepted just before is admitted. */
const admissionMs = 300;
const pollMs = 50;

/** The entrypoint. Its answer ends when no call holds a credit, and not before a request just accepted can be admitted. */
export class Drain extends WorkerEntrypoint {
  override async fetch(): Promise<Response> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.ctx.waitUntil(reportWhenQuiet(writable, this.env));
    return new Response(readable);
  }
}

async function reportWhenQuiet(writable: WritableStream<Uint8Array>, env: CountsEnv): Promise<void> {
  const writer = writable.getWriter();
  const report = (line: string) => writer.write(new TextEncoder().encode(`${line}\n`));
  await report('draining');
  await scheduler.wait(admissionMs);
  while (holdsInWork() > 0) await scheduler.wait(pollMs);
  await pendingCounts.flush(env, true);
  await report('quiet');
  await writer.close();
}
