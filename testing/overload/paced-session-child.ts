/** A session child whose mattes take a stated time and no processor: `RUN_MS`. Other networks take what they take. */
import { setTimeout as pause } from 'node:timers/promises';
import { openRuntime } from '../../src/inference/runtime/open.ts';
import type { Session } from '../../src/inference/runtime/session.ts';
import { serveSessions } from '../../src/inference/scheduler/serve-sessions.ts';

const runMs = Number(process.env.RUN_MS);

function paced(session: Session): Session {
  if (!session.outputNames.includes('matte')) return session;
  const { inputNames, outputNames } = session;
  return {
    inputNames,
    outputNames,
    async run(inputs, outputs) {
      const [results] = await Promise.all([session.run(inputs, outputs), pause(runMs)]);
      return results;
    },
  };
}

serveSessions(async (choice, warn) => {
  const runtime = await openRuntime(choice, warn);
  return { open: async (...network) => paced(await runtime.open(...network)) };
}, process);
