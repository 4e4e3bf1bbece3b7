/** `npm run deploy`: all Workers, the edge last, because it binds to the others. */
import { parseArgs } from 'node:util';
import { ownVersion } from '../src/command-line/own-version.ts';
import { versionWords } from '../src/contract/service-version.ts';

const help = `Usage: npm run deploy [-- --operator FILE] [--dry-run]

Builds the pages, brings the key directory (D1) up to date and deploys gateway, fetcher and edge Worker. The edge gets
its version and commit: git's, or SERVICE_COMMIT.

  --operator FILE  your own values, put into the configurations: deploy/operator.example.toml shows all that there are.
                   With staging = true all Workers, database and queue have names of their own
  --dry-run        print the configurations that result, bundle and check everything, upload nothing
  --version        version and commit of this folder`;

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      operator: { type: 'string' },
      'dry-run': { type: 'boolean' },
    },
  });
  if (values.version) console.log(versionWords(ownVersion()));
  else if (values.help) console.log(help);
  else {
    // It loads wrangler and the site, which takes seconds.
    const { deploy } = await import('../src/deployment/deploy.ts');
    await deploy({ operatorFile: values.operator, dryRun: values['dry-run'] ?? false });
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
