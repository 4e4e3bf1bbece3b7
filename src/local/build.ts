/** Bundles the Workers with wrangler, exactly as a deployment would, and the pages with esbuild. */
import { buildSite } from '../pages/site/build.ts';
import { buildInference } from './build-inference.ts';
import { fingerprintOfSources, isBuiltFrom, noteBuiltFrom } from './build-record.ts';
import { buildWorkersHost } from './build-workers-host.ts';
import { renewFolder } from './renew-folder.ts';
import { inProject, projectRoot } from './root.ts';
import { runWrangler } from './wrangler.ts';

export const edgeConfig = inProject('wrangler.toml');
export const pagesConfig = inProject('src/pages/wrangler.toml');
export const gatewayConfig = inProject('src/wire/gateway/wrangler.toml');
export const fetcherConfig = inProject('src/wire/fetcher/wrangler.toml');

/** The Workers, by the folders of dist/. */
const workers = [
  { name: 'gateway', config: gatewayConfig },
  { name: 'fetcher', config: fetcherConfig },
  { name: 'edge', config: edgeConfig },
  { name: 'pages', config: pagesConfig },
] as const;

/** Fills dist/ with all that runs: Workers, pages, inference. @throws Error with the bundler's own words */
export async function build(): Promise<void> {
  await Promise.all([buildWorkers(), buildInference()]);
}

/** Fills dist/ with the Workers as a deployment would upload them, and with what runs them here. @throws Error with the bundler's own words */
export async function buildWorkers(): Promise<void> {
  // Taken before the build: changes during it are built the next time.
  const fingerprint = fingerprintOfSources(projectRoot);
  noteBuiltFrom(projectRoot, null);
  await buildPages();
  const bundled = workers.map(({ name, config }) =>
    renewFolder(inProject('dist', name), (into) =>
      runWrangler(['deploy', '--dry-run', '--config', config, '--outdir', into]),
    ),
  );
  await Promise.all([...bundled, buildWorkersHost()]);
  noteBuiltFrom(projectRoot, fingerprint);
}

/** The same, where anything that goes into it has changed since. @throws Error with the bundler's own words */
export async function ensureWorkers(): Promise<void> {
  if (!isBuiltFrom(projectRoot, fingerprintOfSources(projectRoot))) await buildWorkers();
}

/** The static files alone, which wrangler and the Workers on this machine expect in dist/public. */
export function buildPages(): Promise<void> {
  return renewFolder(inProject('dist/public'), (into) => buildSite(into));
}
