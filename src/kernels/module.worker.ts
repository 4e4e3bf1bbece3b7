/** The kernels as Workers get them: compiled when the Worker is deployed, since no bytes are compiled in an isolate. */
export { default } from './kernels.wasm';
