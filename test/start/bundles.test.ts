/** The bundle of each Worker, by `wrangler deploy --dry-run`: small, with a source map and the names that are bound. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { unstable_readConfig as readConfig } from 'wrangler';
import { inProject } from '../../src/local/root.ts';

const workers = [
  {
    config: 'wrangler.toml',
    bundle: 'dist/edge/worker.js',
    mostBytes: 900_000,
    exported: ['Allowances', 'Drain', 'KeyLedger', 'KeysAndLedgers', 'Playground', 'ServiceState'],
    sentence: 'Insufficient credit. Please top up API credits.',
    source: 'contract/refusals.ts',
  },
  {
    config: 'src/pages/wrangler.toml',
    bundle: 'dist/pages/worker.js',
    mostBytes: 1_800_000,
    exported: ['Pages'],
    sentence: 'Accounts are not set up',
    source: 'site/visit/visit.tsx',
  },
  {
    config: 'src/wire/gateway/wrangler.toml',
    bundle: 'dist/gateway/worker.js',
    mostBytes: 80_000,
    exported: ['InferenceInstance'],
    sentence: 'The inference service cannot be reached',
    source: 'gateway/hop.ts',
  },
  {
    config: 'src/wire/fetcher/wrangler.toml',
    bundle: 'dist/fetcher/fetcher.js',
    mostBytes: 20_000,
    exported: [],
    sentence: 'home.arpa',
    source: 'fetcher/address.ts',
  },
];

/** The hash of a bundle is a key of the tests: version and commit are given as it starts. */
const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], { cwd: inProject(), encoding: 'utf8' }).trim();

const asUploaded = { minify: true, keep_names: false, upload_source_maps: true };

describe.each(workers)('$bundle', ({ config, bundle, mostBytes, exported, sentence, source }) => {
  const script = readFileSync(inProject(bundle), 'utf8');

  test('is minified', () => {
    expect(Buffer.byteLength(script)).toBeLessThan(mostBytes);
    expect(script.length / script.split('\n').length).toBeGreaterThan(150);
  });

  test('holds neither version nor commit', () => {
    expect(script).not.toContain(`"${version}"`);
    expect(script).not.toContain(commit);
  });

  test('has a map that leads from the bundle to the source', () => {
    expect(script.trimEnd().split('\n').at(-1)).toBe(`//# sourceMappingURL=${path.basename(bundle)}.map`);
    const map = new SourceMap(JSON.parse(readFileSync(inProject(`${bundle}.map`), 'utf8')));
    const at = script.indexOf(sentence);
    expect(at).toBeGreaterThan(0);
    const before = script.slice(0, at).split('\n');
    const found = map.findEntry(before.length - 1, before[before.length - 1].length);
    expect('originalSource' in found && found.originalSource).toContain(source);
  });

  test('is uploaded so, with its map', () => {
    expect(readConfig({ config: inProject(config) })).toMatchObject(asUploaded);
  });

  test('exports the names that its configuration binds', () => {
    const [, list = ''] = [...script.matchAll(/export ?\{([^}]*)\};/g)].at(-1) ?? [];
    const names = list.split(',').map((each) => each.trim().split(' as ').at(-1));
    expect(names).toEqual(expect.arrayContaining([...exported, 'default']));
  });
});

test('the Worker that cuts pictures has nothing of sign-in, purchases or pages in it', () => {
  const { sources } = JSON.parse(readFileSync(inProject('dist/edge/worker.js.map'), 'utf8')) as { sources: string[] };
  expect(sources).toContain('../../src/edge/app.ts');
  const foreign = /better-auth|stripe|kysely|better-call|hono\/dist\/jsx|\.tsx$|src\/(site|accounts|operator|pages)\//;
  expect(sources.filter((source) => foreign.test(source))).toEqual([]);
});

test('the pages have no way in but the edge, and neither its secrets nor its ledgers', () => {
  const config = readConfig({ config: inProject('src/pages/wrangler.toml') });
  expect(config).toMatchObject({ workers_dev: false, preview_urls: false, routes: undefined });
  expect(config.durable_objects.bindings.map((bound: { readonly name: string }) => bound.name)).toEqual([
    'ALLOWANCES',
    'COUNTS',
  ]);
});

test('the fetcher of a deployment reaches public addresses alone, and has nothing that could be taken from it', () => {
  const config = readConfig({ config: inProject('src/wire/fetcher/wrangler.toml') });
  expect(config.compatibility_flags).toContain('global_fetch_strictly_public');
  expect(config).toMatchObject({ vars: {}, kv_namespaces: [], r2_buckets: [], d1_databases: [], workers_dev: false });
  expect(config.durable_objects.bindings).toEqual([]);
  expect(config.services ?? []).toEqual([]);
});

test('the gateway of a deployment with containers is uploaded so too', () => {
  const config = readConfig({ config: inProject('src/wire/gateway/wrangler.container.toml') });
  expect(config).toMatchObject(asUploaded);
});
