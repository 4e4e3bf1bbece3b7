/** What decides the precision of networks: settings, the available runtime, and the processor. */

import type { ModelDescription } from './models/manifest.ts';
import { type Machine, type Precision, precisionOf } from './models/precision.ts';
import { processorFormats } from './models/processor.ts';
import { chooseRuntime, isOnGpu } from './runtime/choose.ts';
import type { RuntimeChoice } from './runtime/session.ts';
import type { InferenceSettings } from './settings.ts';

export interface Facilities {
  readonly runtime: RuntimeChoice;
  /** In which a network is served. */
  precision(model: Pick<ModelDescription, 'precisions'>): Precision;
}

/**
 * What this machine runs networks with.
 * @throws Error with one line where what was asked for is not there
 */
export function facilitiesOf(
  settings: Pick<
    InferenceSettings,
    'runtime' | 'openVino' | 'threads' | 'providers' | 'providerFallback' | 'precision'
  >,
): Facilities {
  const runtime = chooseRuntime(settings);
  if (settings.precision === 'bf16' && runtime.name !== 'openvino') {
    throw new Error('INFERENCE_PRECISION=bf16 needs OpenVINO: set INFERENCE_RUNTIME=openvino, or take auto');
  }
  const machine: Machine = { runtime: runtime.name, gpu: isOnGpu(runtime.providers), processor: processorFormats() };
  return { runtime, precision: (model) => precisionOf(model, settings.precision, machine) };
}
