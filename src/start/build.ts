/** Bundles both Workers with wrangler, exactly as a deployment would, and the pages with esbuild. */
import { spawn } from 'node:child_process';
import { buildConsole } from '../console/build.ts';
import { inProject, projectRoot } from './root.ts';

export interface WorkerBuild {
  readonly name: 'edge' | 'gateway';
  readonly config: string;
  readonly outDirectory: string;
}

export const workerBuilds: readonly WorkerBuild[] = [
  { name: 'edge', config: inProject('wrangler.toml'), outDirectory: inProject('dist/edge') },
  { name: 'gateway', config: inProject('src/gateway/wrangler.toml'), outDirectory: inProject('dist/gateway') },
];

/** @throws Error with wrangler's own words when a bundle fails */
export async function build(): Promise<void> {
  await buildConsole(inProject('dist/public'));
  await Promise.all(workerBuilds.map(bundle));
}

/** Settings under which wrangler neither talks to the network nor prints more than errors. */
export const quietWrangler = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: inProject('.edgematte/logs'),
} as const;

function bundle({ config, outDirectory }: WorkerBuild): Promise<void> {
  const wrangler = inProject('node_modules/wrangler/bin/wrangler.js');
  const args = [wrangler, 'deploy', '--dry-run', '--config', config, '--outdir', outDirectory];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: projectRoot,
      env: { ...process.env, ...quietWrangler, CI: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
      });
    }
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`wrangler could not bundle ${config}:\n${output.trim()}`));
    });
  });
}
