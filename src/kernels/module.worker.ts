/** The kernels as Workers get them: compiled when the Worker is deployed, since no bytes are compiled in an isolate. */
export { default } from './kernels.wasm';

/** An isolate has 128 MB, and most of them are a picture's. */
export const keptBytes = 4 * 1024 * 1024;
