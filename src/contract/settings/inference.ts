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
  runtime: choice('INFERENCE_RUNTIME', ['native', 'wasm'], {
    fallback: 'native',
    meaning: 'Runtime of the networks; wasm needs no native binary and is 4 to 5 times slower',
  }),
  providers: list(
    'INFERENCE_PROVIDERS',
    { fallback: ['cpu'], meaning: 'Execution providers of the native runtime in order' },
    { pattern: /^[a-z]{2,16}$/, allowed: 'names like cuda,cpu' },
  ),
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
