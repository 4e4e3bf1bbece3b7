/** The kernels as Workers get them: compiled when the Worker is deployed, since no bytes are compiled in an isolate. */
export { default } from './kernels.wasm';

/** What the estimate of colours takes, the most of all: an instance that is dropped is held until the next collection of garbage. */
export const keptBytes = 12 * 1024 * 1024;
