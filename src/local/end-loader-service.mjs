/** Registered as a hook of modules, and so run beside tsx, whose esbuild it ends: the next file that tsx reads starts it again. */
import { stop } from 'esbuild';

/** Called once, when this is registered. */
export async function initialize() {
  await stop();
}
