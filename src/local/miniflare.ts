/** Workers in a workerd of this machine. */
import { createRequire } from 'node:module';
import type * as miniflare from 'miniflare';

// `import` of this large CommonJS package takes twice as long as `require`.
const { Miniflare, convertV4MiniflareOptions } = createRequire(import.meta.url)('miniflare') as typeof miniflare;

/** Options as wrangler.toml names things. Those of miniflare 5 name each binding by its kind. */
export type WorkersOptions = miniflare.V4MiniflareOptions;

/** Starts Workers; the caller disposes of them. */
export function startMiniflare(options: WorkersOptions): miniflare.Miniflare {
  return new Miniflare(convertV4MiniflareOptions(options));
}
