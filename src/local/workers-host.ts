/**
 * Entry of the process of the Workers, started by fork. Its first message has the settings. It lives as long as workerd
 * and no longer, ends at once with its parent, and on SIGTERM once workerd has finished what it had accepted and its databases are
 * rewritten.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rewriteDatabases } from './rewrite-databases.ts';
import { startWorkers } from './workers.ts';
import type { WorkersSettings } from './workers-process.ts';

// With the reader of the outputs gone this process still has to end in order.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});
let temporary = '';
process.on('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }));
process.on('disconnect', () => process.exit(0));
process.once('message', (settings: WorkersSettings) => {
  run(settings).catch((cause: unknown) => fail(cause instanceof Error ? cause.message : String(cause)));
});
if (process.connected === false) process.exit(0);

async function run(settings: WorkersSettings): Promise<void> {
  // Ledgers and what workerd writes beside them are for their owner alone.
  process.umask(0o077);
  temporary = mkdtempSync(path.join(settings.temporaryDirectory ?? tmpdir(), 'workers-'));
  process.env.TMPDIR = temporary;
  const workers = await startWorkers(settings, temporary, (line) => {
    process.stdout.write(`${line}\n`);
  });
  let draining = false;
  endOnSignals(async () => {
    draining = true;
    await workers.drain();
    for (const problem of await rewriteDatabases(settings.stateDirectory)) say('warning', 'database-kept', { problem });
  });
  workers.ended.then(() => draining || fail('workerd has ended'));
  say('info', 'ready', { port: workers.port });
}

function say(level: 'info' | 'warning', event: string, fields: Readonly<Record<string, unknown>>): void {
  process.stdout.write(`${JSON.stringify({ level, event, ...fields })}\n`);
}

/**
 * miniflare ends the process at once on a signal. Ours is added before its listener goes: with none, it would end too. A
 * further signal changes nothing: a process manager may send one to every process, and the start ends this one by force.
 */
function endOnSignals(drain: () => Promise<void>): void {
  let draining = false;
  const end = () => {
    if (draining) return;
    draining = true;
    drain().then(
      () => process.exit(0),
      (cause) => fail(String(cause)),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, end);
    for (const listener of process.listeners(signal)) if (listener !== end) process.off(signal, listener);
  }
}

function fail(reason: string): void {
  process.send?.({ failed: reason }, () => process.exit(1));
}
