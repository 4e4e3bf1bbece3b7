/** The steps of a deployment. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { experimental_readRawConfig as readRawConfig } from 'wrangler';
import { versionVariables, versionWords } from '../../contract/service-version.ts';
import { buildSite } from '../../pages/site/build.ts';
import { ownVersion } from '../../wire/command-line/own-version.ts';
import { edgeConfig, fetcherConfig, gatewayConfig, pagesConfig } from '../build.ts';
import { renewFolder } from '../renew-folder.ts';
import { inProject } from '../root.ts';
import { runWrangler } from '../wrangler.ts';
import { checkDeployable, checkGiven } from './deployable.ts';
import { type Configuration, configurationFrom, merged, type WorkerName } from './merge.ts';
import { noOperator, type Operator, readOperatorFile } from './operator-file.ts';
import { type DeploymentChange, stepsOf } from './steps.ts';

/** Configurations, and pages and bundles of a dry run. What runs on this machine is elsewhere in `dist`. */
const folder = inProject('dist/deployment');
const publicFolder = path.join(folder, 'public');
const entryWithPages = inProject('src/local/deployment/edge-with-pages.ts');
const containerGatewayConfig = inProject('src/wire/gateway/wrangler.container.toml');

export interface DeployTerms {
  /** The operator's file; undefined where the configurations of the tree hold as they are. */
  readonly operatorFile?: string;
  /** Whether nothing is uploaded. */
  readonly dryRun: boolean;
  /** What changes beside the version; null for nothing. */
  readonly change?: DeploymentChange | null;
}

/**
 * Deploys all Workers.
 * @throws Error for one line: what the operator's file says wrongly, what is missing, or wrangler's own words
 */
export async function deploy({ operatorFile, dryRun, change = null }: DeployTerms): Promise<void> {
  const operator = operatorFile === undefined ? noOperator : readOperatorFile(operatorFile);
  const configurations = configurationsFor(operator);
  const { vars = {} } = configurations.edge;
  checkDeployable({ 'the environment of this command': process.env, 'the [vars] of wrangler.toml': vars });
  if (!dryRun) checkGiven(configurations);
  const runs = ownVersion();
  console.log(`Edgematte ${versionWords(runs)}`);
  await renewFolder(publicFolder, (into) => buildSite(into, operator.pages));
  const steps = stepsOf(change, configurations, entryWithPages);
  for (const step of steps) {
    if ('noLongerTakes' in step) continue;
    const text = JSON.stringify(step.configuration, null, 2);
    if (dryRun) console.log(`\n${step.as}: ${text}`);
    writeFileSync(fileOf(step.as), text);
  }
  if (!dryRun) {
    const [{ database_name } = { database_name: '' }] = configurations.edge.d1_databases ?? [];
    const migrate = ['d1', 'migrations', 'apply', database_name, '--remote', '--config', fileOf('edge')];
    await runWrangler(migrate, 'inherit');
  }
  const given = Object.entries(versionVariables(runs)).flatMap(([name, value]) => ['--var', `${name}:${value}`]);
  for (const step of steps) {
    if ('noLongerTakes' in step) {
      const { noLongerTakes: queue, from } = step;
      console.log(`\n${from} no longer takes what ${queue} delivers: it waits there`);
      if (!dryRun) await removeConsumer(queue, from, fileOf('edge'));
      continue;
    }
    const { upload, as } = step;
    const versions = upload === 'edge' || upload === 'pages' ? given : [];
    // A dry run builds no image, for which it would need a container engine.
    const dry = dryRun ? ['--dry-run', '--containers-rollout=none', '--outdir', path.join(folder, as)] : [];
    await runWrangler(['deploy', '--config', fileOf(as), ...versions, ...dry], 'inherit');
  }
}

/** The merged configurations of all Workers, as wrangler gets them: with whole paths, as their files are elsewhere. */
export function configurationsFor(operator: Operator): Record<WorkerName, Configuration> {
  const ofTree = {
    gateway: operator.containers ? containerGatewayConfig : gatewayConfig,
    fetcher: fetcherConfig,
    edge: edgeConfig,
    pages: pagesConfig,
  };
  const read = (name: WorkerName) => {
    const config = ofTree[name];
    const base = configurationFrom(readRawConfig({ config }, { hideWarnings: true }).rawConfig);
    return withWholePaths(merged(name, base, operator), path.dirname(config));
  };
  return { gateway: read('gateway'), fetcher: read('fetcher'), edge: read('edge'), pages: read('pages') };
}

function withWholePaths(configuration: Configuration, home: string): Configuration {
  const whole = (relative: string) => path.resolve(home, relative);
  const { main, assets, d1_databases, containers } = configuration;
  return {
    ...configuration,
    main: whole(main),
    ...(assets && { assets: { ...assets, directory: publicFolder } }),
    ...(d1_databases && {
      d1_databases: d1_databases.map((database) => ({ ...database, migrations_dir: whole(database.migrations_dir) })),
    }),
    ...(containers && {
      containers: containers.map((container) => ({
        ...container,
        image: whole(container.image),
        image_build_context: whole(container.image_build_context),
      })),
    }),
  };
}

function fileOf(name: string): string {
  return path.join(folder, `${name}.json`);
}

/** Has a Worker no longer take what a queue delivers. One that no longer does is left as it is: a deployment that failed is run again. */
async function removeConsumer(queue: string, worker: string, configuration: string): Promise<void> {
  try {
    await runWrangler(['queues', 'consumer', 'remove', queue, worker, '--config', configuration]);
  } catch (cause) {
    if (!String(cause).includes('No worker consumer')) throw cause;
  }
}
