/** The decoder as Node finds it: compiled from the file beside this module. */
import { readFileSync } from 'node:fs';

export default new WebAssembly.Module(readFileSync(new URL('./jpeg-rows.wasm', import.meta.url)));
