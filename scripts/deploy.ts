/** `npm run deploy`: all Workers, the edge last, because it binds to the others. */
import { parseArgs } from 'node:util';
import { unstable_readConfig as readConfig } from 'wrangler';
import { ownVersion } from '../src/command-line/own-version.ts';
import { versionVariables, versionWords } from '../src/contract/service-version.ts';
import { buildPages, edgeConfig, workers } from '../src/start/build.ts';
import { checkDeployable } from '../src/start/deployable.ts';
import { inProject } from '../src/start/root.ts';
import { runWrangler } from '../src/start/wrangler.ts';

const help = `Usage: npm run deploy [-- --dry-run]

Builds the pages, brings the key directory (D1) up to date and deploys gateway, fetcher and edge Worker. The edge gets
its version and commit: git's, or SERVICE_COMMIT.

  --dry-run   bundle and check everything, upload nothing`;

const { values } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' }, 'dry-run': { type: 'boolean' } },
});
if (values.version) console.log(versionWords(ownVersion()));
else if (values.help) console.log(help);
else await deploy(values['dry-run'] ?? false);

async function deploy(dryRun: boolean): Promise<void> {
  try {
    const { vars } = readConfig({ config: edgeConfig, env: process.env.CLOUDFLARE_ENV }, { hideWarnings: true });
    checkDeployable({ 'the environment of this command': process.env, 'the [vars] of wrangler.toml': vars });
    const runs = ownVersion();
    console.log(`Edgematte ${versionWords(runs)}`);
    const given = Object.entries(versionVariables(runs)).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
    await buildPages();
    if (!dryRun) {
      const migrate = ['d1', 'migrations', 'apply', 'edgematte-directory', '--remote', '--config', edgeConfig];
      await runWrangler(migrate, 'inherit');
    }
    for (const { name, config } of workers) {
      const dry = dryRun ? ['--dry-run', '--outdir', inProject('dist', name)] : [];
      const variables = name === 'edge' ? given : [];
      await runWrangler(['deploy', '--config', config, ...variables, ...dry], 'inherit');
    }
  } catch (cause) {
    console.error(cause instanceof Error ? cause.message : String(cause));
    process.exitCode = 1;
  }
}
