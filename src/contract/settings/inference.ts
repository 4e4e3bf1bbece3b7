/** Variables of the inference service: where it listens, what it serves and how networks run. Those of its lane are in `lane.ts`. */

import { choice, list, milliseconds, olderSecrets, port, secret, text, wholeNumber } from './kinds.ts';
import { modelSettings } from './models.ts';
import { versionSettings } from './version.ts';

/** What the gateway shows and the inference service asks for. */
export const inferenceToken = secret(
  'INFERENCE_TOKEN',
  'Shared by gateway and service. Without it the service listens only on loopback addresses',
);

/** For the time in which gateway and services get another one. */
const inferenceTokensOld = olderSecrets('INFERENCE_TOKENS_OLD', 'INFERENCE_TOKEN');

/** The port, for `npm start` and `npm run dev` from 1. */
export const inferencePortTerms = {
  fallback: 8788,
  meaning: 'Port of the inference service; started alone, 0 picks a free one',
} as const;

/** How a network is run; `npm run models -- use` tries one the same way. */
export const runtimeSettings = {
  runtime: choice('INFERENCE_RUNTIME', ['auto', 'native', 'openvino', 'wasm'], {
    fallback: 'auto',
    meaning:
      'onnxruntime (native), OpenVINO, or onnxruntime in WebAssembly, 4 to 5 times slower. auto: OpenVINO, else native, else wasm',
  }),
  openVino: text('OPENVINO_DIR', {
    fallback: undefined,
    unset: 'asked of python3',
    meaning: "Folder of OpenVINO's libraries or Python package",
  }),
  precision: choice('INFERENCE_PRECISION', ['auto', 'fp32', 'bf16', 'int8', 'int7', 'fp16'], {
    fallback: 'auto',
    meaning:
      'Number format of networks that passed in it, others fp32. auto: bf16 with OpenVINO, else int8 with VNNI, int7 with AVX2, else fp32; fp16 on GPUs',
  }),
  providers: list(
    'INFERENCE_PROVIDERS',
    { fallback: ['cpu'], meaning: 'Execution providers of the native runtime, in order' },
    { pattern: /^[a-z]{2,16}$/, allowed: 'names like cuda,cpu' },
  ),
  providerFallback: choice('INFERENCE_PROVIDER_FALLBACK', ['off', 'cpu'], {
    fallback: 'off',
    meaning: 'Used if those providers are unusable; off fails',
  }),
  threads: wholeNumber('INFERENCE_THREADS', {
    fallback: undefined,
    unset: 'cores / workers',
    min: 1,
    max: 256,
    meaning: 'Threads of one run',
  }),
} as const;

export const inferenceSettings = {
  port: port('INFERENCE_PORT', { ...inferencePortTerms, min: 0 }),
  host: text('INFERENCE_HOST', { fallback: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 in a container' }),
  token: inferenceToken,
  commit: versionSettings.commit,
  tokensOld: inferenceTokensOld,
  ...modelSettings,
  ...runtimeSettings,
  metricsAccess: choice('INFERENCE_METRICS', ['token', 'open'], {
    fallback: 'token',
    meaning: 'Whether /metrics needs the token',
  }),
  log: choice('INFERENCE_LOG', ['usual', 'all'], {
    fallback: 'usual',
    meaning: 'Whether answers of 200 that took less than 50 ms have a line too',
  }),
  workers: wholeNumber('INFERENCE_WORKERS', {
    fallback: 1,
    min: 1,
    max: 64,
    meaning: 'Processes that run networks, each with all of them',
  }),
  queue: wholeNumber('INFERENCE_QUEUE', {
    fallback: 16,
    min: 0,
    max: 1024,
    meaning: 'Waiting runs of one network; a new picture counts as all that it will ask',
  }),
  cacheMb: wholeNumber('NETWORK_CACHE_MB', {
    fallback: 64,
    min: 0,
    max: 65_536,
    meaning: 'MiB of memory for outputs of networks, kept for ten minutes for edits and repeats. 0 keeps none',
  }),
  runTimeoutMs: milliseconds('INFERENCE_RUN_TIMEOUT_MS', {
    fallback: 60_000,
    min: 10,
    max: 600_000,
    meaning: 'Longest run; then its process is killed',
  }),
} as const;
