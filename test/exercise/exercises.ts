/**
 * What the project is made to take, each as a patch: what finds a part of it that is forgotten. Where the sources have moved on, bring
 * a patch up to date by hand.
 */

/** A check that fails: types of a source and of what it imports, a file of unit tests, or the exercise's own trial. */
export type Check = { readonly typesFrom: string } | { readonly unitTest: string } | 'trial';

export interface Exercise {
  /** As CONTRIBUTING says, "How to add …". */
  readonly what: string;
  /** File of this folder. */
  readonly patch: string;
  /** File of this folder that is run where all parts are there. */
  readonly trial: string;
  /** For each file of the patch but tests, what fails without it. */
  readonly parts: Readonly<Record<string, Check>>;
}

const types: Check = { typesFrom: 'src/pixels/pipeline/work.ts' };
const pages: Check = { typesFrom: 'src/pages/site/pages.ts' };
const shipped: Check = { unitTest: 'src/inference/models/shipped.test.ts' };

/** In the order in which they are applied, one after the other. */
export const exercises: readonly Exercise[] = [
  {
    what: 'an operation',
    patch: 'background.patch',
    trial: 'try-background.ts',
    parts: {
      'src/contract/operations.ts': types,
      'src/contract/operations/background.ts': types,
      'src/pixels/pipeline/edges/alpha-source.ts': types,
      'src/pixels/pipeline/work.ts': types,
    },
  },
  {
    what: 'an option',
    patch: 'option.patch',
    trial: 'try-option.ts',
    parts: {
      'src/contract/operations/matte.ts': types,
      'src/pixels/pipeline/inverted.ts': types,
      'src/pixels/pipeline/work.ts': 'trial',
    },
  },
  {
    what: 'an output option',
    patch: 'output-option.patch',
    trial: 'try-output-option.ts',
    parts: {
      'src/contract/output/options.ts': 'trial',
      'src/contract/output/output.ts': types,
      'src/pixels/pipeline/output/finished-rows.ts': 'trial',
      'src/pixels/pipeline/output/swapped-sides.ts': types,
    },
  },
  {
    what: 'a page',
    patch: 'page.patch',
    trial: 'try-page.ts',
    parts: {
      'src/pages/site/dashboard/routes.tsx': pages,
      'src/pages/site/dashboard/support.tsx': pages,
      'src/pages/site/map/page-lists.ts': pages,
    },
  },
  {
    what: 'a pass of the matte network',
    patch: 'pass.patch',
    trial: 'try-pass.ts',
    parts: {
      'src/contract/passes/declaration.ts': types,
      'src/pixels/pipeline/passes/subject.ts': 'trial',
    },
  },
  {
    what: 'a network',
    patch: 'network.patch',
    trial: 'try-network.ts',
    parts: {
      NOTICE: { unitTest: 'scripts/repository/contributing.test.ts' },
      'models/luma/README.md': shipped,
      'models/luma/model.onnx': shipped,
      'models/manifest.json': shipped,
      'models/self-test/luma.json': shipped,
    },
  },
];

/** What holds them together beside the types. */
export const unitTests = [
  'src/contract/operations',
  'src/contract/openapi.test.ts',
  'src/pages/site/browser/playground/finish-pixels.test.ts',
  'src/wire/protocol/lane',
  'src/inference/models/shipped.test.ts',
  'src/pages/site/every-page.worker.test.ts',
  'scripts/repository/contributing.test.ts',
];
