/** The processes of esbuild that building leaves behind: 20 MB each, and without work once all is built. */
import { register } from 'node:module';
import { stop } from 'esbuild';

/** Ends two processes of esbuild: the bundler's, and tsx's, which reads our TypeScript. Whatever needs one later starts it again. */
export async function endBuildServices(): Promise<void> {
  await stop();
  // tsx has its own in the thread of the module hooks; `register` returns when it has ended.
  register(new URL('./end-loader-service.mjs', import.meta.url));
}
