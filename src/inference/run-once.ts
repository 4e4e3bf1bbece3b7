/** A network file run once in the runtime that the service would use, without the service: `npm run models -- use`. */
import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { facilitiesOf } from './machine.ts';
import type { RunOnce, TrialAnswer } from './models/trial.ts';
import { childEntry } from './processes/child-entry.ts';
import { openRuntime } from './runtime/open.ts';
import { readSettings } from './settings.ts';

/** Makes the port of the model commands. The settings are those of the service. */
export function runOnceWith(environment: NodeJS.ProcessEnv, warn: (text: string) => void): RunOnce {
  return async (file, input, output) => {
    const { runtime } = facilitiesOf(readSettings(environment));
    const session = await (await openRuntime(runtime, warn)).open(file, 'fp32');
    const [startedMs, cpu] = [performance.now(), process.cpuUsage()];
    const [answer] = await session.run([{ ...input, datatype: 'UINT8' }], [output]);
    const { user, system } = process.cpuUsage(cpu);
    const runMs = performance.now() - startedMs;
    return { answer, runMs, cpuMs: (user + system) / 1000, peakBytes: await peakOfProcess() };
  };
}

/** Bytes. Of a forked process Linux says at least its parent's as `maxRSS`, so that is for other systems. */
async function peakOfProcess(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '');
  const kibibytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? process.resourceUsage().maxRSS;
  return Number(kibibytes) * 1024;
}

/**
 * The same, each run in a process of its own: its peak is that of the network alone, and where the system ends it for want of memory this
 * process goes on and says so.
 */
export function runOnceApart(environment: NodeJS.ProcessEnv): RunOnce {
  const { file: entry, execArgv } = childEntry('run-once-child', import.meta.url);
  return (...run) =>
    new Promise((resolve, reject) => {
      const child = fork(entry, [], { execArgv: [...execArgv], env: environment, serialization: 'advanced' });
      child.once('message', (done: SingleRun) => {
        if ('trial' in done) resolve(done.trial);
        else reject(new Error(done.message));
        child.kill('SIGKILL');
      });
      // Several may follow; what failed to be sent is said by the end of the process.
      child.on('error', reject);
      child.once('exit', (status, signal) => {
        const how = signal ? `by ${signal}, as where memory runs out` : `with status ${status}`;
        reject(new Error(`the process of the run was ended ${how}`));
      });
      child.send(run, () => {});
    });
}

/** What a process says of its run. */
export type SingleRun = { readonly trial: TrialAnswer } | { readonly message: string };
