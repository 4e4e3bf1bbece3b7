/** Wrangler, called as a command of the project's own copy, quiet and without the network where it can be. */
import { type ChildProcess, spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { inProject, projectRoot } from './root.ts';
import { removeOldWranglerLogs } from './service-log.ts';

const quiet = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  CLOUDFLARE_CF_FETCH_ENABLED: 'false',
  WRANGLER_LOG_PATH: inProject('.edgematte/logs'),
} as const;

/** What wrangler's own `bin/wrangler.js` starts, without the process in between, and with its parent watched. */
const command = [
  ...['--no-warnings', '--experimental-vm-modules'],
  ...['--import', pathToFileURL(inProject('src/local/with-parent.mjs')).href],
  inProject('node_modules/wrangler/wrangler-dist/cli.js'),
];

/**
 * Starts wrangler; it ends when this process does.
 * @param output `inherit` for people, `pipe` to be read here
 * @param environment added to that of this process
 */
export function spawnWrangler(
  args: readonly string[],
  output: 'inherit' | 'pipe',
  environment: Readonly<Record<string, string>> = {},
): ChildProcess {
  removeOldWranglerLogs(quiet.WRANGLER_LOG_PATH);
  return spawn(process.execPath, [...command, ...args], {
    cwd: projectRoot,
    env: { ...process.env, ...quiet, ...environment },
    stdio: [output === 'inherit' ? 'inherit' : 'ignore', output, output, 'ipc'],
  });
}

/**
 * Runs wrangler to its end.
 * @returns what it said; nothing where people have seen it
 * @throws Error with wrangler's own words when it fails
 */
export function runWrangler(args: readonly string[], output: 'inherit' | 'pipe' = 'pipe'): Promise<string> {
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
      if (status === 0) resolve(said.trim());
      else reject(new Error(`wrangler ${args[0]} failed with status ${status}\n${said.trim()}`.trim()));
    });
  });
}
