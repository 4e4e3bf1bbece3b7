/** `npm run deploy`: all Workers. */
import { parseArgs } from 'node:util';
import { versionWords } from '../src/contract/service-version.ts';
import { changes } from '../src/local/deployment/steps.ts';
import { ownVersion } from '../src/wire/command-line/own-version.ts';

const help = `Usage: npm run deploy [-- --operator FILE] [--dry-run]

Builds the pages, brings the key directory (D1) up to date and deploys gateway, fetcher, edge and pages. Edge and pages
get version and commit: git's, or SERVICE_COMMIT.

  --operator FILE  your own values, put into the configurations: deploy/operator.example.toml shows all that there are.
                   With staging = true all Workers, database and queue have names of their own
  --first          the first deployment: edge and pages are bound to each other, and one has to be there before
  --add-pages      to a deployment of a version whose edge had the pages in it. No call fails meanwhile
  --remove-pages   the way back: the edge has the pages in it again
  --dry-run        print the configurations that result, bundle and check everything, upload nothing
  --version        version and commit of this folder`;

try {
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean' },
      operator: { type: 'string' },
      'dry-run': { type: 'boolean' },
      ...Object.fromEntries(changes.map((name) => [name, { type: 'boolean' as const }])),
    },
  });
  if (values.version) console.log(versionWords(ownVersion()));
  else if (values.help) console.log(help);
  else {
    // It loads wrangler and the site, which takes seconds.
    const { deploy } = await import('../src/local/deployment/deploy.ts');
    const asked = changes.filter((name) => name in values);
    if (asked.length > 1) throw new Error(`Expected one of --${asked.join(' and --')}`);
    await deploy({ operatorFile: values.operator, dryRun: values['dry-run'] ?? false, change: asked[0] ?? null });
  }
} catch (cause) {
  console.error(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
