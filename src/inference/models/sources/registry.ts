/** The npm registry as this user has it configured: address, token, proxy, certificates. */
import path from 'node:path';
import Config from '@npmcli/config';
import npmDefinitions from '@npmcli/config/lib/definitions/index.js';

/**
 * npm pauses for 10 and then 60 seconds between attempts, and so takes over a minute to say that there is no network.
 * A person at a first start learns it in seconds.
 */
const longestFirstPauseMs = 500;
const longestPauseMs = 2000;

/**
 * npm's settings as npm itself would see them in `projectDirectory`: environment, project, user, global and builtin
 * .npmrc, in npm's order. The result is the option object of npm's client libraries.
 */
export async function registryOptions(
  projectDirectory: string,
  environment: NodeJS.ProcessEnv,
): Promise<Readonly<Record<string, unknown>>> {
  const { definitions, shorthands, flatten, nerfDarts } = npmDefinitions;
  const config = new Config({
    definitions,
    shorthands,
    flatten,
    nerfDarts,
    npmPath: npmFolder(environment),
    // npm does not see our own command line.
    argv: [process.execPath, 'npm'],
    // A copy: load() writes npm's variables back into the environment it was given.
    env: { ...environment },
    cwd: projectDirectory,
    warn: false,
  });
  await config.load();
  const { retry } = config.flat;
  return {
    ...config.flat,
    retry: {
      ...retry,
      minTimeout: Math.min(retry.minTimeout, longestFirstPauseMs),
      maxTimeout: Math.min(retry.maxTimeout, longestPauseMs),
    },
  };
}

/** Where npm is installed, for its builtin npmrc (distributions set the global prefix there). */
function npmFolder({ npm_execpath: npmCli }: NodeJS.ProcessEnv): string {
  if (npmCli && path.basename(npmCli) === 'npm-cli.js') return path.resolve(npmCli, '../..');
  return path.resolve(process.execPath, '../../lib/node_modules/npm');
}
