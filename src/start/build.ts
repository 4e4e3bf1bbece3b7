/** Bundles both Workers with wrangler, exactly as a deployment would, and the pages with esbuild. */
import { buildConsole } from '../console/build.ts';
import { inProject } from './root.ts';
import { runWrangler } from './wrangler.ts';

export const edgeConfig = inProject('wrangler.toml');
export const gatewayConfig = inProject('src/gateway/wrangler.toml');

/** Fills dist/ with what a deployment would upload. @throws Error with the bundler's own words */
export async function build(): Promise<void> {
  await buildPages();
  const bundle = (config: string, name: string) =>
    runWrangler(['deploy', '--dry-run', '--config', config, '--outdir', inProject('dist', name)]);
  await Promise.all([bundle(edgeConfig, 'edge'), bundle(gatewayConfig, 'gateway')]);
}

/** The static files alone, which both wrangler and the Workers expect in dist/public. */
export function buildPages(): Promise<void> {
  return buildConsole(inProject('dist/public'));
}
