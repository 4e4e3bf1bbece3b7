/** The kernels as Node finds them: compiled from the file beside this module, or beside the bundle that it became part of. */
import { readFileSync } from 'node:fs';

export default new WebAssembly.Module(readFileSync(new URL('./kernels.wasm', import.meta.url)));
