import { NetworkFault, type Networks, type Tensor } from '../../pipeline/networks.ts';
import { MessageFault } from '../../protocol/fault.ts';
import { pipelineTensor } from '../../protocol/pipeline-tensor.ts';
import type { WireTensor } from '../../protocol/tensor.ts';
import type { Catalogue, ServedModel } from '../catalogue.ts';
import { checkInputs } from '../check.ts';
import type { Scheduler } from './scheduler.ts';

export interface LocalNetworksSettings {
  readonly catalogue: Catalogue;
  readonly scheduler: Scheduler;
  /** Milliseconds since the epoch after which nobody waits for an answer. */
  readonly deadlineMs: number;
  /** Aborted when the caller goes away. */
  readonly signal?: AbortSignal;
}

/** The networks of this very process, by the port that the pipeline knows: no HTTP in between, same rules. */
export function createLocalNetworks({ catalogue, scheduler, deadlineMs, signal }: LocalNetworksSettings): Networks {
  const find = (name: string): ServedModel => {
    const model = catalogue.find(name);
    if (!model) throw new NetworkFault('failed', `No network plays ${name} here`);
    return model;
  };
  return {
    async describe(name) {
      const { inputs, outputs, secondLook, closeLook } = find(name);
      return { inputs, outputs, secondLook, closeLook };
    },
    async infer(name, inputs) {
      const model = find(name);
      try {
        checkInputs(model, inputs);
      } catch (cause) {
        if (!(cause instanceof MessageFault)) throw cause;
        throw new NetworkFault('failed', cause.message, { cause });
      }
      const outputs = model.outputs.map((output) => output.name);
      const results = await scheduler.enter(model).run({ inputs, outputs, deadlineMs, signal });
      return results.map(toTensor);
    },
  };
}

function toTensor(output: WireTensor): Tensor {
  try {
    return pipelineTensor(output);
  } catch (cause) {
    throw new NetworkFault('failed', (cause as Error).message, { cause });
  }
}
