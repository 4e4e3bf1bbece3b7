import { availableParallelism } from 'node:os';
import { cloudflareTest, readD1Migrations } from '@cloudflare/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { compatibilityDate } from './src/local/compatibility-date.ts';
import { testsApart } from './test/run/apart.ts';
import { sequenceOfFiles } from './test/run/order.ts';
import { deep } from './testing/depth.ts';
import { groups } from './testing/groups.ts';

/**
 * Limits are there to end what hangs, not to time anything: they leave room for a machine that is several times slower
 * and at times stands still for seconds.
 */
const patient = { testTimeout: 120_000, hookTimeout: 180_000, expect: { poll: { timeout: 30_000 } } };

/** One more than two cores can carry, for many files wait for processes that they start. */
const workers = Math.max(3, availableParallelism());

/** Pixels are compared with what is stored, so networks compute alike on every machine that the tests run on. */
const networksAsStored = { INFERENCE_RUNTIME: 'native', INFERENCE_PRECISION: 'fp32' };

/** `scripts/test.ts` and `scripts/deep.ts` make it once for all of their runs. */
const madeBeforehand = process.env.TESTS_ARE_BUILT === 'yes' ? [] : ['./test/bundles-and-weights.ts'];

const workerTests = ['src/**/*.worker.test.ts', 'clients/**/*.worker.test.ts'];
const sharingTests = [
  'src/{pages/accounts,money/allowances,money/billing,pixels/codecs,edge,wire/gateway,money/keys,money/ledger,pages/notices,pages/operator,pages,wire/protocol,money/recovery,pages/site,money/usage}/**/*.worker.test.ts',
];

/** The Workers as unit tests see them: with bindings, and nobody behind them. */
function workersOfTests() {
  return cloudflareTest(async () => ({
    wrangler: { configPath: './wrangler.toml' },
    miniflare: {
      cf: false,
      r2Buckets: ['IMPROVEMENTS', 'ENDED'],
      bindings: {
        KEY_HASH_SECRET: 'test-hash-secret',
        ADMIN_TOKEN: 'test-admin-token',
        PREVIEW_CREDITS: '0',
        FREE_PREVIEWS_PER_MONTH: '2',
        TEST_MIGRATIONS: await readD1Migrations('src/money/directory/migrations'),
      },
      serviceBindings: { ASSETS: 'edgematte-pages' },
      workers: [
        {
          name: 'edgematte-pages',
          modules: true,
          compatibilityDate,
          script: `import { WorkerEntrypoint } from 'cloudflare:workers';
            const missing = () => new Response(null, { status: 404, headers: { 'X-No-Page': 'yes' } });
            export class Pages extends WorkerEntrypoint { fetch() { return missing() } }
            export default { fetch: missing }`,
        },
        {
          name: 'edgematte-gateway',
          modules: true,
          compatibilityDate,
          script: 'export default { fetch: () => new Response("no inference in unit tests", { status: 503 }) }',
        },
        {
          name: 'edgematte-fetcher',
          modules: true,
          compatibilityDate,
          script: 'export default { fetch: () => new Response("no addresses in unit tests", { status: 503 }) }',
        },
      ],
    },
  }));
}

const apart = testsApart(import.meta.dirname);
/** `scripts/test.ts` runs groups by itself, those that something changed for. */
const ofGroups = process.env.WITHOUT_GROUPS === 'yes' ? groups.flatMap(({ tests }) => tests) : [];

export default defineConfig({
  test: {
    maxWorkers: workers,
    // The edge writes one of these for each call.
    onConsoleLog: (text) => !/^\{"level":"info","event":"calls?(-refused)?"/.test(text),
    sequence: sequenceOfFiles(process.env),
    projects: [
      {
        // A third of what such files take is the start of a process and the reading of modules, which they share.
        test: {
          name: 'node',
          include: [
            '{src,scripts,lab,testing}/**/*.test.ts',
            'clients/*/{bin,src,generate}/**/*.test.ts',
            'test/{run,billing/stripe}/**/*.test.ts',
          ],
          exclude: [...workerTests, ...apart, ...ofGroups],
          isolate: false,
          setupFiles: ['./test/run/setup.ts'],
          ...patient,
          env: networksAsStored,
        },
      },
      {
        test: {
          name: 'node-apart',
          include: [...apart],
          exclude: ofGroups,
          setupFiles: ['./test/run/setup.ts'],
          ...patient,
          env: networksAsStored,
        },
      },
      {
        plugins: [workersOfTests()],
        test: {
          name: 'workers',
          include: workerTests,
          exclude: sharingTests,
          setupFiles: ['./test/worker-setup.ts'],
          ...patient,
        },
      },
      {
        // Most of what such a file takes is the start of workerd. Several share one where nothing lives on in the isolate
        // but storage, which the set-up empties. The auth library keeps what it was made with for a SESSION_SECRET, so a
        // file with settings of its own has a secret of its own.
        plugins: [workersOfTests()],
        test: {
          name: 'workers-shared',
          include: sharingTests,
          isolate: false,
          setupFiles: ['./test/worker-setup.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: ['test/chaos/**', 'test/protocol/**', 'test/{run,billing/stripe}/**', ...ofGroups],
          globalSetup: [...madeBeforehand, './test/shared-service.ts'],
          setupFiles: ['./test/run/setup.ts', './test/fresh-connections.ts', './test/run/retry-setup.ts'],
          sequence: { groupOrder: 1 },
          ...patient,
          env: networksAsStored,
        },
      },
      {
        // No weights and no bundles: what test/protocol/README.md says they need.
        test: {
          name: 'protocol',
          include: ['test/protocol/**/*.test.ts'],
          exclude: ofGroups,
          setupFiles: ['./test/run/setup.ts'],
          ...patient,
        },
      },
      {
        test: {
          name: 'chaos',
          include: ['test/chaos/**/*.test.ts'],
          globalSetup: madeBeforehand,
          setupFiles: ['./test/run/setup.ts', './test/fresh-connections.ts'],
          // The thousand pictures of the command line are of the deep level.
          exclude: deep ? [] : ['test/chaos/command-line.test.ts'],
          sequence: { groupOrder: 1 },
          ...patient,
          env: networksAsStored,
        },
      },
    ],
  },
});
