/** Variables of the inference service: where it listens, what it serves and how networks run. Those of its lane lie beside. */

import { choice, list, milliseconds, port, secret, text, wholeNumber } from './kinds.ts';
import { modelSettings } from './models.ts';

/** What the gateway shows and the inference service asks for. */
export const inferenceToken = secret(
  'INFERENCE_TOKEN',
  'What the gateway shows and the service asks for. The service goes without one on a loopback address only',
);

/** The port, for `npm start` and `npm run dev` from 1. */
export const inferencePortTerms = {
  fallback: 8788,
  meaning: 'Port of the inference service. Started alone, it takes a free one for 0',
} as const;

/** How a network is run; `npm run models -- use` tries one the same way. */
export const runtimeSettings = {
  runtime: choice('INFERENCE_RUNTIME', ['auto', 'native', 'openvino', 'wasm'], {
    fallback: 'auto',
    meaning:
      'Runtime of the networks: onnxruntime (native), OpenVINO, or onnxruntime in WebAssembly, which needs no native binary and is 4 to 5 times slower. auto is OpenVINO where it is found, else native, else wasm',
  }),
  openVino: text('OPENVINO_DIR', {
    fallback: undefined,
    unset: 'asked of python3',
    meaning: "Folder of OpenVINO's libraries or of its Python package",
  }),
  precision: choice('INFERENCE_PRECISION', ['auto', 'fp32', 'bf16', 'int8', 'fp16'], {
    fallback: 'auto',
    meaning:
      'Number format of networks that passed in it; the others stay in fp32. auto is bf16 where OpenVINO and processor have it, else int8 where the processor has VNNI, else fp32; fp16 on GPUs',
  }),
  providers: list(
    'INFERENCE_PROVIDERS',
    { fallback: ['cpu'], meaning: 'Execution providers of the native runtime in order' },
    { pattern: /^[a-z]{2,16}$/, allowed: 'names like cuda,cpu' },
  ),
  providerFallback: choice('INFERENCE_PROVIDER_FALLBACK', ['off', 'cpu'], {
    fallback: 'off',
    meaning: 'What runs the networks where those providers cannot be used; off is an error',
  }),
  threads: wholeNumber('INFERENCE_THREADS', {
    fallback: undefined,
    unset: 'cores / workers',
    min: 1,
    max: 256,
    meaning: 'Threads of one run; more than there are cores is slower',
  }),
} as const;

export const inferenceSettings = {
  port: port('INFERENCE_PORT', { ...inferencePortTerms, min: 0 }),
  host: text('INFERENCE_HOST', { fallback: '127.0.0.1', meaning: 'Address to listen on; 0.0.0.0 in a container' }),
  token: inferenceToken,
  ...modelSettings,
  ...runtimeSettings,
  metricsAccess: choice('INFERENCE_METRICS', ['token', 'open'], {
    fallback: 'token',
    meaning: 'Who may read /metrics: those who show the token, or everybody',
  }),
  workers: wholeNumber('INFERENCE_WORKERS', {
    fallback: 1,
    min: 1,
    max: 64,
    meaning: 'Processes that run networks, each with all of them loaded',
  }),
  queue: wholeNumber('INFERENCE_QUEUE', {
    fallback: 16,
    min: 0,
    max: 1024,
    meaning: 'Runs of one network that may wait; one more is refused at once',
  }),
  runTimeoutMs: milliseconds('INFERENCE_RUN_TIMEOUT_MS', {
    fallback: 60_000,
    min: 10,
    max: 600_000,
    meaning: 'A run that takes longer is killed with its process',
  }),
} as const;
