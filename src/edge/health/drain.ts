/**
 * For whoever stops a local service: an entrypoint that no route leads to. Its answer ends when no call of this isolate
 * holds a credit any more, so that nothing that has been answered is left unsettled.
 */
import { WorkerEntrypoint } from 'cloudflare:workers';
import { holdsInWork } from '../admit/hold.ts';

/** A request that was accepted just before is admitted within it. */
const admissionMs = 300;
const pollMs = 50;

/** The entrypoint. Its answer ends when no call holds a credit, and not before whoever was just accepted could be admitted. */
export class Drain extends WorkerEntrypoint {
  override async fetch(): Promise<Response> {
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    this.ctx.waitUntil(tellWhenQuiet(writable));
    return new Response(readable);
  }
}

async function tellWhenQuiet(writable: WritableStream<Uint8Array>): Promise<void> {
  const writer = writable.getWriter();
  const say = (line: string) => writer.write(new TextEncoder().encode(`${line}\n`));
  await say('draining');
  await scheduler.wait(admissionMs);
  while (holdsInWork() > 0) await scheduler.wait(pollMs);
  await say('quiet');
  await writer.close();
}
