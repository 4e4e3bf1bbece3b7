/** What the service's own work is measured against: sharp in a process of its own. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../../../src/local/root.ts';
import type { Tried } from './same-size.ts';
import type { SharpOrder, SharpReport } from './sharp-process.ts';

export interface SharpPeer {
  /**
   * Decodes the photo, enlarges the answer's matte, joins it as alpha, and encodes the very pixels that were answered to the size
   * of our file. @throws Error in sharp's words
   */
  cutOut(order: SharpOrder): Promise<Tried>;
  stop(): Promise<void>;
}

/** Starts the process. */
export function startSharpPeer(): SharpPeer {
  const child = fork(inProject('lab/evaluation/bench/peer/sharp-process.ts'), [], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  return {
    async cutOut(order) {
      child.send(order);
      const [report] = await Promise.race([
        once(child, 'message') as Promise<[SharpReport]>,
        ended.then(([status, by]): [SharpReport] => [{ failed: `The process of sharp ended (${by ?? status})` }]),
      ]);
      if ('failed' in report) throw new Error(report.failed);
      return report;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
