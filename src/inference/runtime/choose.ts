/** Which runtime this machine gets if the operator chooses none. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findOpenVino } from './openvino-library.ts';
import type { RuntimeChoice } from './session.ts';

export interface RuntimeWish {
  readonly runtime: 'auto' | RuntimeChoice['name'];
  /** Folder of OpenVINO; searched for if undefined. */
  readonly openVino: string | undefined;
  readonly threads: number;
  readonly providers: readonly string[];
  readonly providerFallback?: 'off' | 'cpu';
}

/**
 * Decides.
 * @throws Error with one line where OpenVINO was asked for and is not there, or not in the folder that was named
 */
export function chooseRuntime({ runtime, openVino, threads, providers, providerFallback }: RuntimeWish): RuntimeChoice {
  const common = { threads, providers, providerFallback };
  // OpenVINO is used on processors here; execution providers are the native runtime's.
  const mayBeOpenVino = runtime === 'openvino' || (runtime === 'auto' && !isOnGpu(providers));
  const library = mayBeOpenVino ? findOpenVino(openVino) : undefined;
  if (library) return { name: 'openvino', library, ...common };
  if (mayBeOpenVino && openVino !== undefined) {
    throw new Error(`Expected a folder with OpenVINO's libraries for OPENVINO_DIR but received ${openVino}`);
  }
  if (runtime === 'openvino') {
    throw new Error(
      'INFERENCE_RUNTIME=openvino and OpenVINO was not found: pip install openvino, or name its folder by OPENVINO_DIR',
    );
  }
  if (runtime === 'auto') return { name: hasNativeBinary() ? 'native' : 'wasm', ...common };
  return { name: runtime, ...common };
}

/** Whether the first execution provider computes elsewhere than on the processor. */
export function isOnGpu(providers: readonly string[]): boolean {
  return providers[0] !== undefined && providers[0] !== 'cpu';
}

/** onnxruntime-node brings a binary for some systems; where there is none, loading it throws. */
function hasNativeBinary(): boolean {
  try {
    const entry = createRequire(import.meta.url).resolve('onnxruntime-node');
    const binaries = path.join(path.dirname(entry), '..', 'bin', 'napi-v6');
    return existsSync(path.join(binaries, process.platform, process.arch, 'onnxruntime_binding.node'));
  } catch {
    return false;
  }
}
