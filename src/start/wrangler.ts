/** Wrangler, called as a command of the project's own copy, quiet and without the network where it can be. */
import { type ChildProcess, spawn } from 'node:child_process';
import { inProject, projectRoot } from './root.ts';

const quiet = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: inProject('.edgematte/logs'),
} as const;

/** Starts wrangler with its output as given: `inherit` for people, `pipe` to be read here. */
export function spawnWrangler(args: readonly string[], output: 'inherit' | 'pipe'): ChildProcess {
  return spawn(process.execPath, [inProject('node_modules/wrangler/bin/wrangler.js'), ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...quiet },
    stdio: [output === 'inherit' ? 'inherit' : 'ignore', output, output],
  });
}

/**
 * Runs wrangler to its end.
 * @throws Error with wrangler's own words when it fails
 */
export function runWrangler(args: readonly string[], output: 'inherit' | 'pipe' = 'pipe'): Promise<void> {
  const child = spawnWrangler(args, output);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (text) => {
      said += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve();
      else reject(new Error(`wrangler ${args[0]} failed with status ${status}\n${said.trim()}`.trim()));
    });
  });
}
