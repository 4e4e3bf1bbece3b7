/** The decoder as Workers get it: compiled when the Worker is deployed, since no bytes are compiled in an isolate. */
export { default } from './png-rows.wasm';
