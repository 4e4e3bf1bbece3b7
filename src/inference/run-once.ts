/** A network file run once in the runtime that the service would use, without the service: `npm run models -- use`. */
import type { RunOnce } from '../models/trial.ts';
import { facilitiesOf } from './machine.ts';
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
    return { answer, runMs: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
  };
}
