/** onnxruntime-web: the portable runtime, where no native binary exists. 4 to 5 times slower than the native one. */
import { readFile } from 'node:fs/promises';
import { toRuntimeTensor, toWireTensor } from './elements.ts';
import type { Runtime, RuntimeChoice } from './session.ts';

/** Loads onnxruntime-web. Its providers are not a matter of choice. */
export async function openWasmRuntime({ threads }: RuntimeChoice): Promise<Runtime> {
  const { env, InferenceSession, Tensor } = await import('onnxruntime-web');
  // Read once, at the first session.
  env.wasm.numThreads = threads;
  env.logLevel = 'fatal';

  return {
    async open(file) {
      // Bytes and not a path: a path would be fetched as an address.
      const session = await InferenceSession.create(new Uint8Array(await readFile(file)), {
        executionProviders: ['wasm'],
        executionMode: 'sequential',
        graphOptimizationLevel: 'all',
        logSeverityLevel: 4,
      });
      return {
        inputNames: session.inputNames,
        outputNames: session.outputNames,
        async run(inputs, outputs) {
          const feeds = Object.fromEntries(inputs.map((tensor) => [tensor.name, toRuntimeTensor(Tensor, tensor)]));
          const results = await session.run(feeds, [...outputs]);
          return outputs.map((name) => toWireTensor(name, results[name]));
        },
      };
    },
  };
}
