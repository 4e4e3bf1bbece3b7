/** How `npm start` and `npm run dev` begin: settings, state folder, ports and weights, before anything is started. */
import path from 'node:path';
import { ownVersion } from '../command-line/own-version.ts';
import { versionVariables, versionWords } from '../contract/service-version.ts';
import { laneSettings } from '../contract/settings/lane.ts';
import type { devSettings, startSettings } from '../contract/settings/local.ts';
import { readSettings, type Variables } from '../contract/settings/read.ts';
import { removedLine } from '../contract/settings/removed.ts';
import { facilitiesOf } from '../inference/machine.ts';
import { readSettings as readInferenceSettings } from '../inference/settings.ts';
import { type EnsuredModel, ensureModels } from '../models/ensure.ts';
import { printProgress } from '../models/progress.ts';
import { modelSettings } from '../models/settings.ts';
import { buildInference } from './build-inference.ts';
import { checkNodeVersion, checkPortFree, checkPortsDiffer } from './checks.ts';
import { endOldDemoKey } from './demo-key.ts';
import { edgeVariablesOf } from './edge-variables.ts';
import { type InferenceProcess, startInferenceProcess } from './inference-process.ts';
import { LocalState } from './local-state.ts';
import { checkOfferedMattes } from './offered-mattes.ts';
import { pointVariables } from './point-variables.ts';
import { projectRoot } from './root.ts';
import { openPartDirectory, openRunDirectory, removeRunDirectory } from './run-directory.ts';
import type { Undo } from './undo.ts';

export interface Begun {
  /** Port of the API. */
  readonly port: number;
  readonly state: LocalState;
  /** Holds what is gone with this run. */
  readonly runDirectory: string;
  /** What the edge takes over from the shell. */
  readonly edgeVariables: Readonly<Record<string, string>>;
  /** Where the inference service will listen. */
  readonly inferenceUrl: string;
  /** Starts the inference service and waits until its networks are loaded. @throws Error with its own reason */
  startInference(onLine: (line: string) => void, signal: AbortSignal): Promise<InferenceProcess>;
}

const runtimeNames = { native: 'onnxruntime', openvino: 'OpenVINO', wasm: 'WebAssembly, which is slow' };

/** For instance `isnet-general in int8, the others in fp32`. */
function precisionsOf(networks: readonly EnsuredModel[]): string {
  const faster = networks.filter(({ precision }) => precision !== 'fp32');
  const named = faster.map(({ name, precision }) => `${name} in ${precision}`);
  return [...named, named.length > 0 ? 'the others in fp32' : 'in fp32'].join(', ');
}

/**
 * Claims the state folder and sees to it that the parts can be started: ports are free, weights are there.
 * @param undo receives a function that takes a step back; the caller runs them at the end, and if this throws
 * @param say called with each line for the person
 * @throws Error with one clear line when something is in the way
 */
export async function begin(
  settings: typeof startSettings | typeof devSettings,
  variables: Variables,
  undo: Undo,
  say: (line: string) => void,
): Promise<Begun> {
  checkNodeVersion(process.versions.node);
  const { port, inferencePort, state: folder } = readSettings(settings, variables);
  checkPortsDiffer(port, inferencePort);
  const runs = ownVersion(variables);
  const removed = removedLine(variables);
  if (removed) say(removed);
  const edgeVariables = edgeVariablesOf(variables);
  // What the inference service would refuse is said here, before weights are fetched for it.
  readSettings(laneSettings, variables);
  const { runtime, precision } = facilitiesOf(readInferenceSettings(variables));
  const models = modelSettings(variables);
  await checkOfferedMattes(models, variables);
  const state = new LocalState(path.resolve(projectRoot, folder));
  await state.lock.take();
  undo.add(() => state.lock.release());
  state.protect();
  const runDirectory = openRunDirectory(state.directory);
  undo.add(() => removeRunDirectory(runDirectory));
  await checkPortFree('PORT', port);
  await checkPortFree('INFERENCE_PORT', inferencePort);
  const onProgress = printProgress(process.stderr);
  const fetched = ensureModels({ ...models, precision, onProgress, onChanged: say, onLeftOut: say });
  const [networks] = await Promise.all([fetched, buildInference()]);
  const points = await pointVariables(models, edgeVariables);
  say(`Edgematte ${versionWords(runs)}`);
  say(`Networks run in ${runtimeNames[runtime.name]}, ${precisionsOf(networks)}`);
  await endOldDemoKey(state, say);
  const secrets = state.secrets();
  const inferenceVariables = {
    INFERENCE_PORT: String(inferencePort),
    INFERENCE_TOKEN: secrets.INFERENCE_TOKEN,
    ...(secrets.INFERENCE_TOKENS_OLD && { INFERENCE_TOKENS_OLD: secrets.INFERENCE_TOKENS_OLD }),
    MODELS_DIR: models.modelsDirectory,
    MODELS_MANIFEST: models.manifestPath,
    ...versionVariables(runs),
  };
  return {
    port,
    state,
    runDirectory,
    edgeVariables: { ...edgeVariables, ...points, ...versionVariables(runs) },
    inferenceUrl: `http://127.0.0.1:${inferencePort}`,
    startInference(onLine, signal) {
      const sockets = { LANE_SOCKETS_DIR: openPartDirectory(runDirectory, 'inference') };
      return startInferenceProcess({ ...inferenceVariables, ...sockets }, onLine, signal);
    },
  };
}
