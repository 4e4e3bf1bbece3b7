/**
 * The configuration of all networks for OpenVINO Model Server.
 * Format: https://docs.openvino.ai/2026/model-server/ovms_docs_multiple_models.html
 */
import type { NamedNetwork } from '../named-networks.ts';
import type { Precision } from '../precision.ts';

/** A network and the number format in which it is to compute. */
export interface OpenVinoModel {
  readonly network: NamedNetwork;
  readonly precision: Precision;
}

/** Where the server finds the folder: `docker run -v DIR:/models … --config_path /models/config.json`. */
const mountedAt = '/models';

/** Text of `config.json`. */
export function openVinoConfiguration(models: readonly OpenVinoModel[]): string {
  const list = models.map(({ network, precision }) => ({
    config: {
      name: network.name,
      base_path: `${mountedAt}/${network.name}`,
      shape: Object.fromEntries(network.inputs.map(({ name, shape }) => [name, shapeOf(shape)])),
      // What is not named is the device's choice, which may be bfloat16 for a network that did not pass in it.
      plugin_config: { INFERENCE_PRECISION_HINT: precision === 'bf16' ? 'bf16' : 'f32', NUM_STREAMS: '1' },
    },
  }));
  return `${JSON.stringify({ model_config_list: list }, null, 2)}\n`;
}

/** One picture at a time: on processors a batch gains nothing. */
function shapeOf(shape: readonly number[]): string {
  return `(${shape.map((size) => (size === -1 ? 1 : size)).join(',')})`;
}
