/** The kernels as Node finds them: compiled from the file beside this module, or beside the bundle that it became part of. */
import { readFileSync } from 'node:fs';

/** More than any layout for a matte of 1024 × 1024 takes. */
export const keptBytes = 16 * 1024 * 1024;

export default new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));
