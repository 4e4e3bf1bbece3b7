/** Where the wire ends and the pipeline begins: tensors with numbers in place of bytes. */
import type { Tensor } from '../../pixels/pipeline/networks/networks.ts';
import type { WireTensor } from './tensor.ts';

/**
 * A tensor of the wire as the pipeline reads it. Its numbers are little-endian, as every supported host is.
 * @throws TypeError for element types that the pipeline has no use for
 */
export function pipelineTensor({ name, datatype, shape, data }: WireTensor): Tensor {
  if (datatype === 'UINT8') return { name, datatype, shape, data };
  if (datatype === 'FP32') return { name, datatype, shape, data: new Float32Array(data.slice().buffer) };
  throw new TypeError(`output ${name} is ${datatype} where UINT8 or FP32 was expected`);
}
