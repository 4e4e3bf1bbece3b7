/** The work of a session child: load every file once, then run what comes, one at a time. */
import { bytesOfTensor, type WireTensor } from '../../wire/protocol/tensor.ts';
import type { ServedFile, ServedModel } from '../catalogue.ts';
import type { OpenRuntime } from '../runtime/open.ts';
import { testNetwork } from '../runtime/self-test.ts';
import type { RuntimeChoice, Session } from '../runtime/session.ts';
import { joinSamples, samplesOf, splitSamples } from './batch.ts';
import { behindEncoder } from './behind-encoder.ts';
import type { FromChild, LoadMessage, RunMessage, ToChild } from './channel.ts';
import { KeptEncodings } from './kept-encodings.ts';

/** The child's end of the IPC channel: `process` in a forked process. */
export interface ParentChannel {
  send?(message: FromChild): boolean;
  on(event: 'message', listener: (message: ToChild) => void): unknown;
  on(event: 'disconnect', listener: () => void): unknown;
  on(event: NodeJS.Signals, listener: () => void): unknown;
  exit(code: number): never;
}

/** Serves the parent until the channel closes. @param openRuntime loads what runs the networks */
export function serveSessions(openRuntime: OpenRuntime, parent: ParentChannel): void {
  const sessions = new Map<string, Session>();
  const say = (message: FromChild): void => {
    parent.send?.(message);
  };

  parent.on('message', (message) => {
    if (message.kind === 'load') {
      load(openRuntime, message, sessions, say).catch((cause: Error) => {
        say({ kind: 'load-failed', message: cause.message });
      });
      return;
    }
    run(sessions.get(message.model), message).then(say, (cause: Error) => {
      say({ kind: 'run-failed', id: message.id, message: cause.message });
    });
  });
  // Without its service a child has no purpose.
  parent.on('disconnect', () => parent.exit(0));
  // A terminal's Ctrl-C reaches the whole process group; the service drains first and ends its children itself.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) parent.on(signal, () => {});
}

async function load(
  openRuntime: OpenRuntime,
  { runtime: choice, models }: LoadMessage,
  sessions: Map<string, Session>,
  say: (message: FromChild) => void,
): Promise<void> {
  const startedMs = performance.now();
  const runtime = await openRuntime(choice, (text) => say({ kind: 'warning', text }));
  let onProcessor = isProcessor(choice);
  const openFile = async (model: ServedModel, { file, precision }: ServedFile): Promise<Session> => {
    const session = await runtime.open(file, precision, keepsMemory(model));
    onProcessor ||= session.isFallback ?? false;
    return onProcessor ? oneByOne(session) : inFullBatches(session, model.maxBatch);
  };
  const kept = new KeptEncodings();
  const openModel = async (model: ServedModel): Promise<Session> => {
    const session = await openFile(model, model);
    return model.encoder ? behindEncoder(await openFile(model, model.encoder), session, kept) : session;
  };
  /**
   * Networks that are one file at several sizes share its weights on a processor. A GPU looks for the fastest way anew after every
   * change of shape, which takes it 1 to 2.5 s: there each has a session of its own.
   */
  const opened = new Map<string, Session>();
  for (const model of models) {
    try {
      const session = opened.get(onProcessor ? model.file : model.name) ?? (await openModel(model));
      opened.set(onProcessor ? model.file : model.name, session);
      checkNames(model, session);
      sessions.set(model.name, session);
    } catch (cause) {
      throw new Error(`The network ${model.name} cannot be loaded from ${model.file}: ${(cause as Error).message}`);
    }
  }
  const loadedMs = performance.now();
  await testNetworks(models, sessions);
  if (!onProcessor) await warmUp(models, sessions);
  const endedMs = performance.now();
  say({
    kind: 'loaded',
    loadMs: Math.round(loadedMs - startedMs),
    selfTestMs: Math.round(endedMs - loadedMs),
  });
}

function isProcessor({ name, providers }: RuntimeChoice): boolean {
  return name !== 'native' || providers.every((provider) => provider === 'cpu');
}

/**
 * A session that runs the samples of a batch one after another. A processor is no faster with all at once, and keeps memory for as
 * many: eight tiles of the refiner took 400 MB and 33 ms each, one takes 40 MB and 29 ms.
 */
function oneByOne(session: Session): Session {
  return {
    ...session,
    async run(inputs, outputs) {
      const results: (readonly WireTensor[])[] = [];
      const samples = new Array<number>(samplesOf({ inputs })).fill(1);
      for (const sample of splitSamples(inputs, samples)) results.push(await session.run(sample, outputs));
      return joinSamples(results);
    },
  };
}

/**
 * A session that always runs as many samples: those that are missing are zeros, and their results are dropped. A GPU takes twice
 * as long for eight tiles as for one, but 0.2 s for a number of them that is not the last run's.
 */
function inFullBatches(session: Session, maxBatch: number): Session {
  return {
    ...session,
    async run(inputs, outputs) {
      const samples = samplesOf({ inputs });
      const missing = maxBatch - samples;
      if (missing <= 0) return session.run(inputs, outputs);
      const padding = inputs.map((input) => ({
        ...input,
        shape: [missing, ...input.shape.slice(1)],
        data: new Uint8Array((input.data.byteLength / samples) * missing),
      }));
      const results = await session.run(joinSamples([inputs, padding]), outputs);
      return splitSamples(results, [samples, missing])[0];
    },
  };
}

/** Runs each network once at the shape of its calls, so that no call waits while a GPU looks for the fastest way. */
async function warmUp(models: readonly ServedModel[], sessions: ReadonlyMap<string, Session>): Promise<void> {
  for (const { name, inputs, outputs } of models) {
    const pictures = inputs.map(({ name, datatype, shape }): WireTensor => {
      const size = shape.map((length) => (length === -1 ? 1 : length));
      return { name, datatype, shape: size, data: new Uint8Array(bytesOfTensor(name, datatype, size)) };
    });
    await sessions.get(name)?.run(
      pictures,
      outputs.map((output) => output.name),
    );
  }
}

/** Bytes of a batch from which on tensors get so large that a heap gives them back to the system after each run. */
const largeBatchBytes = 1 << 20;

/**
 * Memory of its own for a network of large tensors: without it the matte network takes 60 % longer. The others together would
 * keep 150 MiB for nothing, and are as fast with what one of them has left in the heap.
 */
function keepsMemory({ inputs, maxBatch }: ServedModel): boolean {
  const sampleBytes = inputs.reduce((sum, { shape }) => sum + shape.slice(1).reduce((size, side) => size * side, 1), 0);
  return maxBatch * sampleBytes >= largeBatchBytes;
}

/** Each file once, by the model that it belongs to first: another size is the same session. */
async function testNetworks(models: readonly ServedModel[], sessions: ReadonlyMap<string, Session>): Promise<void> {
  const tested = new Set<Session>();
  for (const model of models) {
    const session = sessions.get(model.name);
    if (!session || tested.has(session)) continue;
    tested.add(session);
    try {
      await testNetwork(model, session);
    } catch (cause) {
      throw new Error(`The network ${model.name} failed its self-test: ${(cause as Error).message}`);
    }
  }
}

/** The runtime accepts unknown inputs in silence, so a manifest that misspells one is found here. */
function checkNames(model: ServedModel, session: Session): void {
  const declared = model.inputs.map(({ name }) => name);
  const wrongInputs =
    declared.length !== session.inputNames.length || declared.some((name) => !session.inputNames.includes(name));
  if (wrongInputs)
    throw new Error(`its inputs are ${session.inputNames.join(', ')}, the manifest says ${declared.join(', ')}`);
  const missing = model.outputs.find(({ name }) => !session.outputNames.includes(name));
  if (missing) throw new Error(`it has no output ${missing.name}, only ${session.outputNames.join(', ')}`);
}

async function run(session: Session | undefined, { id, model, inputs, outputs, call }: RunMessage): Promise<FromChild> {
  if (!session) throw new Error(`The network ${model} is not loaded here`);
  const startedMs = performance.now();
  const results: readonly WireTensor[] = await session.run(inputs, outputs, call);
  return { kind: 'done', id, outputs: results, inferNs: Math.round((performance.now() - startedMs) * 1e6) };
}
