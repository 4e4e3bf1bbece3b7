/** What the service's networks are measured against: the same networks without a service around them. */
import { openCatalogue } from '../../../src/inference/catalogue.ts';
import { facilitiesOf } from '../../../src/inference/machine.ts';
import type { ModelSettings } from '../../../src/inference/models/settings.ts';
import { openRuntime } from '../../../src/inference/runtime/open.ts';
import type { Session } from '../../../src/inference/runtime/session.ts';
import { readSettings } from '../../../src/inference/settings.ts';
import { pixelsOf } from './photos.ts';
import { ownSeconds } from './processes.ts';

/** What one piece of work took: on the clock, and of processors. */
export interface Taken {
  readonly ms: number;
  readonly cpuSeconds: number;
}

async function taken(work: () => Promise<unknown>): Promise<Taken> {
  const [startedAt, cpuBefore] = [performance.now(), ownSeconds()];
  await work();
  return { ms: performance.now() - startedAt, cpuSeconds: ownSeconds() - cpuBefore };
}

/** Runs a network once over a batch of one sample, by its name in the service. */
export type RunBare = (name: string, batch: number) => Promise<Taken>;

/**
 * Sessions in the runtime, threads and number formats that the service has, with no service around them.
 * @param photo what networks see: noise is slower than a picture, for its values get too small for fast arithmetic
 */
export async function openBareRuns(models: ModelSettings, photo: Buffer): Promise<RunBare> {
  const { runtime: choice, precision } = facilitiesOf(readSettings(process.env));
  const catalogue = await openCatalogue({ ...models, precision });
  const runtime = await openRuntime(choice, console.error);
  const sessions = new Map<string, Session>();
  const runs = new Map<string, () => Promise<unknown>>();
  const open = async (name: string, batch: number) => {
    const model = catalogue.find(name);
    if (!model) throw new Error(`There is no network ${name}`);
    const session = sessions.get(name) ?? (await runtime.open(model.file, model.precision));
    sessions.set(name, session);
    const inputs = await Promise.all(
      model.inputs.map(async ({ name, shape: [, height, width, channels] }) => {
        const sample = await pixelsOf(photo, width, height, channels);
        const data = Buffer.concat(Array<Uint8Array>(batch).fill(sample));
        return { name, datatype: 'UINT8' as const, shape: [batch, height, width, channels], data };
      }),
    );
    const outputs = model.outputs.map((output) => output.name);
    return () => session.run(inputs, outputs);
  };
  return async (name, batch) => {
    const key = `${name} ${batch}`;
    const run = runs.get(key) ?? (await open(name, batch));
    runs.set(key, run);
    return taken(run);
  };
}
