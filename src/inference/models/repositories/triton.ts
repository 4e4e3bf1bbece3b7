/**
 * The configuration of a network for NVIDIA Triton Inference Server.
 * Format: https://github.com/triton-inference-server/server/blob/main/docs/user_guide/model_configuration.md
 */
import { parametersOf } from '../../../contract/passes/parameters.ts';
import type { TensorDescription } from '../manifest.ts';
import type { NamedNetwork } from '../named-networks.ts';

/** Where the manifest does not say how long a run of several waits for others. */
const usualWaitMs = 5;

/**
 * Text of `config.pbtxt`. What the protocol has no place for, its weights and the further passes that it is worth, goes
 * into parameters, which the edge reads from `/v2/models/NAME/config`.
 * @param weights SHA-256, hexadecimal
 */
export function tritonConfiguration(
  { name, inputs, outputs, maxBatch, batchWaitMs = usualWaitMs, passes }: NamedNetwork,
  weights: string,
): string {
  const parameters = {
    weights_sha256: weights,
    ...parametersOf(passes),
  };
  return [
    `name: "${name}"`,
    'platform: "onnxruntime_onnx"',
    `max_batch_size: ${maxBatch}`,
    `input [${inputs.map(describe).join(', ')}]`,
    `output [${outputs.map(describe).join(', ')}]`,
    ...(maxBatch > 1 ? [`dynamic_batching { max_queue_delay_microseconds: ${batchWaitMs * 1000} }`] : []),
    ...Object.entries(parameters).map(
      ([key, value]) => `parameters { key: "${key}" value { string_value: "${value}" } }`,
    ),
    '',
  ].join('\n');
}

/** Without the batch, which Triton counts apart. What has nothing else is of one number there, as it knows no tensor without dimensions. */
function describe({ name, datatype, shape: [, ...dims] }: TensorDescription): string {
  const size = dims.length > 0 ? `dims: [${dims.join(', ')}]` : 'dims: [1] reshape: { shape: [] }';
  return `{ name: "${name}" data_type: TYPE_${datatype} ${size} }`;
}
