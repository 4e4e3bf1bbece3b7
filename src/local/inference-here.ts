/** The inference service that a start runs on this machine: its weights are prepared, and its bundle built. */
import { versionVariables } from '../contract/service-version.ts';
import { laneSettings } from '../contract/settings/lane.ts';
import { readSettings, type Variables } from '../contract/settings/read.ts';
import { facilitiesOf } from '../inference/machine.ts';
import { type EnsuredModel, ensureModels } from '../inference/models/ensure.ts';
import { printProgress } from '../inference/models/progress.ts';
import { modelSettings } from '../inference/models/settings.ts';
import { readSettings as readInferenceSettings } from '../inference/settings.ts';
import { ownVersion } from '../wire/command-line/own-version.ts';
import { buildInference } from './build-inference.ts';
import type { PlaceForInference, PreparedInference, Room } from './inference-place.ts';
import { startInferenceProcess } from './inference-process.ts';
import { checkOfferedMattes } from './offered-mattes.ts';
import { pointVariables } from './point-variables.ts';
import { openPartDirectory } from './run-directory.ts';

const runtimeNames = { native: 'onnxruntime', openvino: 'OpenVINO', wasm: 'WebAssembly, which is slow' };

/** For instance `isnet-general in int8, the others in fp32`. */
function precisionsOf(networks: readonly EnsuredModel[]): string {
  const faster = networks.filter(({ precision }) => precision !== 'fp32');
  const named = faster.map(({ name, precision }) => `${name} in ${precision}`);
  return [...named, named.length > 0 ? 'the others in fp32' : 'in fp32'].join(', ');
}

/**
 * Inference on this machine.
 * @throws Error with one line where the service would refuse a setting: said before weights are fetched for it
 */
export async function inferenceHere(variables: Variables, port: number): Promise<PlaceForInference> {
  readSettings(laneSettings, variables);
  const { runtime, precision } = facilitiesOf(readInferenceSettings(variables));
  const models = modelSettings(variables);
  await checkOfferedMattes(models, variables);
  return { port, prepare };

  async function prepare({ state, runDirectory, edgeVariables, say }: Room): Promise<PreparedInference> {
    const onProgress = printProgress(process.stderr);
    const fetched = ensureModels({ ...models, precision, onProgress, onChanged: say, onLeftOut: say });
    const [networks] = await Promise.all([fetched, buildInference()]);
    say(`Networks run in ${runtimeNames[runtime.name]}, ${precisionsOf(networks)}`);
    const { INFERENCE_TOKEN, INFERENCE_TOKENS_OLD } = state.secrets();
    const ofService = {
      INFERENCE_PORT: String(port),
      INFERENCE_TOKEN,
      ...(INFERENCE_TOKENS_OLD && { INFERENCE_TOKENS_OLD }),
      MODELS_DIR: models.modelsDirectory,
      MODELS_MANIFEST: models.manifestPath,
      ...versionVariables(ownVersion(variables)),
    };
    return {
      edgeVariables: await pointVariables(models, edgeVariables),
      gatewayVariables: { INFERENCE_URL: `http://127.0.0.1:${port}`, INFERENCE_TOKEN },
      start(onLine, signal) {
        const sockets = { LANE_SOCKETS_DIR: openPartDirectory(runDirectory, 'inference') };
        return startInferenceProcess({ ...ofService, ...sockets }, onLine, signal);
      },
    };
  }
}
