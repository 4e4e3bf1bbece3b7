/** A session in a process of its own, as the service has them. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { inProject } from '../../../../src/local/root.ts';
import type { Opening, RunOrder, RunReport, SessionAnswer } from './session-process.ts';

export interface BenchSession {
  /** From the start of its process, runtime and provider included. */
  readonly openMs: number;
  /** @throws Error in the runtime's words */
  run(order: RunOrder): Promise<RunReport>;
  /** Ends its process, which gives its memory back. */
  close(): Promise<void>;
}

/** Opens one. @throws Error in the runtime's words where it cannot be opened */
export async function openBenchSession(opening: Opening): Promise<BenchSession> {
  const child = fork(inProject('lab/evaluation/bench/providers/session-process.ts'), [], {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  });
  const ended = once(child, 'exit');
  const ask = async (message: Opening | RunOrder): Promise<SessionAnswer> => {
    child.send(message);
    const [answer] = await Promise.race([
      once(child, 'message') as Promise<[SessionAnswer]>,
      ended.then(([status, by]): [SessionAnswer] => [{ failed: `its process ended (${by ?? status})` }]),
    ]);
    if ('failed' in answer) throw new Error(answer.failed);
    return answer;
  };
  const close = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    const opened = await ask(opening);
    return {
      openMs: 'openMs' in opened ? opened.openMs : Number.NaN,
      async run(order) {
        const answer = await ask(order);
        if (!('runs' in answer)) throw new Error('The process of the session answered something else');
        return answer;
      },
      close,
    };
  } catch (cause) {
    await close();
    throw cause;
  }
}
