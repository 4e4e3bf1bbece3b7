/** `npm start`: the whole service on this machine, from nothing to a curl line that works. */
import { createLog } from '../inference/log.ts';
import { ensureModels } from '../models/ensure.ts';
import { printProgress } from '../models/progress.ts';
import { modelSettings } from '../models/settings.ts';
import { build } from './build.ts';
import { checkNodeVersion, checkPortFree, portFrom } from './checks.ts';
import { demoKey, endOldDemoKey } from './demo-key.ts';
import { edgeVariablesOf } from './edge-variables.ts';
import { showTroubles, startInferenceProcess } from './inference-process.ts';
import { LocalState } from './local-state.ts';
import { openPartDirectory, openRunDirectory, removeRunDirectory } from './run-directory.ts';
import { ServiceLog } from './service-log.ts';
import { type Life, Supervisor } from './supervisor.ts';
import { startWorkersProcess, type WorkersSettings } from './workers-process.ts';

export interface RunningService {
  readonly base: string;
  readonly demoKey: string;
  /** Resolves with one line when a part cannot be kept alive. */
  readonly givenUp: Promise<string>;
  /** Takes no new requests, finishes those in work, at most 30 s, and ends every part. */
  stop(): Promise<void>;
  /** Ends every part at once. */
  kill(): void;
}

/** What the edge has accepted may take so long. */
const drainMs = 30_000;
/** Inference has nothing to do any more when it is its turn. */
const idleMs = 5000;

/**
 * Starts inference, gateway and edge, and waits until a photo can be sent. From then on each part that
 * ends is started again.
 * @param say told of each step, and of each end of a part, one line at a time
 * @throws Error with one clear line when something is in the way
 */
export async function start(say: (line: string) => void): Promise<RunningService> {
  checkNodeVersion(process.versions.node);
  const port = portFrom(process.env, 'PORT', 8787);
  const inferencePort = portFrom(process.env, 'INFERENCE_PORT', 8788);
  const state = new LocalState();
  await state.lock.take();
  const undo: (() => Promise<void> | void)[] = [() => state.lock.release()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    state.protect();
    const runDirectory = openRunDirectory(state.directory);
    undo.push(() => removeRunDirectory(runDirectory));
    const log = new ServiceLog(state.logsDirectory);
    await checkPortFree('PORT', port);
    await checkPortFree('INFERENCE_PORT', inferencePort);
    const { manifestPath, modelsDirectory } = modelSettings(process.env);
    await ensureModels({ manifestPath, modelsDirectory, onProgress: printProgress(process.stderr), onChanged: say });

    await endOldDemoKey(state, say);
    say('Building the Workers and loading the networks …');
    const { KEY_HASH_SECRET, ADMIN_TOKEN, INFERENCE_TOKEN } = state.secrets();
    const keep = (part: string) => (line: string) => {
      log.write(part, line);
      showTroubles(line);
    };
    let giveUp = (_line: string): void => {};
    const givenUp = new Promise<string>((resolve) => {
      giveUp = resolve;
    });
    const supervise = <Part extends Life>(name: string, begin: (signal: AbortSignal) => Promise<Part>) => {
      const ownLog = createLog((line) => log.write('start', line));
      return new Supervisor({ name, start: begin, say, log: ownLog, onGivenUp: giveUp });
    };

    const inferenceVariables = {
      INFERENCE_PORT: String(inferencePort),
      INFERENCE_TOKEN,
      MODELS_DIR: modelsDirectory,
      MODELS_MANIFEST: manifestPath,
    };
    const inference = supervise('Inference', (signal) => {
      const sockets = { LANE_SOCKETS_DIR: openPartDirectory(runDirectory, 'inference') };
      return startInferenceProcess({ ...inferenceVariables, ...sockets }, keep('inference'), signal);
    });
    const built = build();
    const workersSettings = async (): Promise<WorkersSettings> => {
      const temporaryDirectory = openPartDirectory(runDirectory, 'workers');
      await built;
      return {
        port,
        stateDirectory: state.workersDirectory,
        // Read anew each time: at the first start there is no demo key yet.
        edgeVariables: {
          ...edgeVariablesOf(process.env),
          KEY_HASH_SECRET,
          ADMIN_TOKEN,
          DEMO_KEY: state.demoKey() ?? '',
        },
        gatewayVariables: { INFERENCE_TOKEN, INFERENCE_URL: `http://127.0.0.1:${inferencePort}` },
        temporaryDirectory,
        traces: { pidFile: state.lock.workerdPidFile, lock: state.lock.pipe },
      };
    };
    const workers = supervise('The process of the Workers', (signal) =>
      startWorkersProcess(workersSettings(), keep('edge'), signal),
    );
    undo.push(
      () => inference.stop(idleMs),
      () => workers.stop(drainMs),
    );
    const [, , { base }] = await Promise.all([built, inference.begin(), workers.begin()]);
    const kill = () => {
      workers.kill();
      inference.kill();
      removeRunDirectory(runDirectory);
    };
    return { base, demoKey: await demoKey(base, state), givenUp, stop, kill };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
