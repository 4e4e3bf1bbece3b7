/** `npm start`: the whole service on this machine, from nothing to a curl line that works. */
import { ensureModels } from '../models/ensure.ts';
import { printProgress } from '../models/progress.ts';
import { modelSettings } from '../models/settings.ts';
import { build } from './build.ts';
import { checkNodeVersion, checkPortFree, portFrom } from './checks.ts';
import { demoKey, endOldDemoKey } from './demo-key.ts';
import { edgeVariablesOf } from './edge-variables.ts';
import { showTroubles, startInferenceProcess } from './inference-process.ts';
import { LocalState } from './local-state.ts';
import { startWorkers } from './workers.ts';

export interface RunningService {
  readonly base: string;
  readonly demoKey: string;
  stop(): Promise<void>;
}

/**
 * Starts inference, gateway and edge, in that order, and waits until a photo can be sent.
 * @param say told of each step, one line at a time
 * @throws Error with one clear line when something is in the way
 */
export async function start(say: (line: string) => void): Promise<RunningService> {
  checkNodeVersion(process.versions.node);
  const port = portFrom(process.env, 'PORT', 8787);
  const inferencePort = portFrom(process.env, 'INFERENCE_PORT', 8788);
  const state = new LocalState();
  const undo: (() => Promise<void> | void)[] = [state.lock()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    await checkPortFree('PORT', port);
    await checkPortFree('INFERENCE_PORT', inferencePort);
    const { manifestPath, modelsDirectory } = modelSettings(process.env);
    await ensureModels({ manifestPath, modelsDirectory, onProgress: printProgress(process.stderr) });

    await endOldDemoKey(state, say);
    say('Building the Workers and loading the networks …');
    const { KEY_HASH_SECRET, ADMIN_TOKEN, INFERENCE_TOKEN } = state.secrets();
    const [, inference] = await Promise.all([
      build(),
      startInferenceProcess(
        {
          INFERENCE_PORT: String(inferencePort),
          INFERENCE_TOKEN,
          MODELS_DIR: modelsDirectory,
          MODELS_MANIFEST: manifestPath,
        },
        showTroubles,
      ).then((started) => {
        undo.push(() => started.stop());
        return started;
      }),
    ]);
    const workers = await startWorkers({
      port,
      stateDirectory: state.workersDirectory,
      edgeVariables: {
        ...edgeVariablesOf(process.env),
        KEY_HASH_SECRET,
        ADMIN_TOKEN,
        DEMO_KEY: state.demoKey() ?? '',
      },
      gatewayVariables: { INFERENCE_TOKEN, INFERENCE_URL: `http://127.0.0.1:${inference.port}` },
      onOutput: (line) => process.stderr.write(`${line}\n`),
    });
    undo.push(() => workers.stop());
    return { base: workers.base, demoKey: await demoKey(workers.base, state), stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
