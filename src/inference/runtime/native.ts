/** onnxruntime-node: native code on the processor, and on a GPU where its provider libraries are installed. */
import type { InferenceSession } from 'onnxruntime-node';
import { loadNativeRuntime } from '../models/native-runtime.ts';
import { processorFormats } from '../models/processor.ts';
import { toRuntimeTensor, toWireTensor } from './elements.ts';
import type { Runtime, RuntimeChoice } from './session.ts';

interface Opened {
  readonly session: InferenceSession;
  readonly isFallback: boolean;
}

/**
 * Opens onnxruntime-node. A network whose providers are not there cannot be opened, unless the choice says otherwise.
 * @param warn called if the processor is used instead
 */
export async function openNativeRuntime(choice: RuntimeChoice, warn: (text: string) => void): Promise<Runtime> {
  const { InferenceSession, listSupportedBackends, Tensor } = await loadNativeRuntime();

  const create = async (file: string, keepsMemory: boolean): Promise<Opened> => {
    try {
      // The runtime drops a name that it does not know, and says so on the console alone.
      const known = listSupportedBackends().map(({ name }) => name);
      const unknown = choice.providers.find((name) => !known.includes(name));
      if (unknown) throw new Error(`this onnxruntime has no ${unknown}, it has ${known.join(', ')}`);
      const session = await InferenceSession.create(file, sessionOptions(choice, choice.providers, keepsMemory));
      return { session, isFallback: false };
    } catch (cause) {
      // A provider whose library is missing fails the creation even when `cpu` follows it in the list.
      if (choice.providers.every((name) => name === 'cpu')) throw cause;
      if (choice.providerFallback !== 'cpu') throw unusable(choice, cause);
      warn(`${choice.providers.join(',')} cannot be used, falling back to cpu: ${(cause as Error).message}`);
      const session = await InferenceSession.create(file, sessionOptions(choice, ['cpu'], keepsMemory));
      return { session, isFallback: true };
    }
  };

  return {
    async open(file, _precision, keepsMemory = true) {
      const { session, isFallback } = await create(file, keepsMemory);
      return {
        isFallback,
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

/** Work meant for a GPU does not go to the processor unasked: it would be many times slower, and nobody would notice. */
function unusable({ providers }: RuntimeChoice, cause: unknown): Error {
  const reason = `INFERENCE_PROVIDERS=${providers.join(',')} cannot be used: ${(cause as Error).message}`;
  return new Error(`${reason}. INFERENCE_PROVIDER_FALLBACK=cpu would take the processor`, { cause });
}

/** Measured choices: without the pattern memory falls by a fifth, and idle threads that spin take a shared core. */
function sessionOptions(
  { threads }: RuntimeChoice,
  providers: readonly string[],
  keepsMemory: boolean,
): InferenceSession.SessionOptions {
  return {
    executionProviders: [...providers],
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    executionMode: 'sequential',
    graphOptimizationLevel: 'all',
    // Saves 300 MB at 1024 × 1024 and costs no time.
    enableMemPattern: false,
    enableCpuMemArena: keepsMemory,
    // Idle threads that spin burn a core that another process could use.
    extra: { session: { intra_op: { allow_spinning: '0' }, x64quantprecision: addsUpExactly() ? '0' : '1' } },
    // Fatal only: errors are thrown as well, and reported from there.
    logSeverityLevel: 4,
  };
}

/**
 * VNNI adds up 8-bit products in 32 bits. Without it onnxruntime cuts their sums at 16, and has to be set to the slower
 * way that does not. With VNNI that way is two and a half times slower, and gives the same bytes. Weights of 7 bits go the fast way in
 * either setting: it looks at them (int7, docs/decisions/0073-weights-in-7-bits.md).
 */
function addsUpExactly(): boolean {
  return processorFormats().has('int8');
}
