/**
 * Groups of tests that run only where something changed that they depend on: programs of others, browsers, compilers, shipped
 * weights. All else runs at each push. `scripts/test.ts` decides by a key of all inputs, and runs a group in a copy of the tree
 * that holds nothing but these: one that is missing here is found as the group fails.
 */

export interface Group {
  /** Also of its record, `.ci/green/NAME.tsv`. */
  readonly name: string;
  /** Patterns of its test files, for vitest. */
  readonly tests: readonly string[];
  /** Run in place of vitest: a command that writes dist/group.xml, as JUnit does. */
  readonly command?: readonly string[];
  /** Patterns of what its tests read or start by path. What test files import is found by itself. */
  readonly inputs: readonly string[];
  /** TypeScript that its tests start by path: what that imports is an input too. */
  readonly programs?: readonly string[];
  /** Whether it drives the service: then the bundles of dist/, the client for TypeScript and the shipped weights are inputs. */
  readonly drivesService: boolean;
  /** What `.ci/install` has to put into dist/ beforehand. */
  readonly installs: readonly string[];
  /** Commands that print a version which counts. */
  readonly versions: readonly string[];
  /** Variables that hold a path of the project. */
  readonly places?: Readonly<Record<string, string>>;
}

/** What each test file of the service has: its set-up, pictures, and what it says about them. */
const ofService = [
  'testing/**',
  'test/*.ts',
  'test/fixtures/**',
  'models/manifest.json',
  'src/money/directory/migrations/**',
  'src/local/*.{mjs,sh}',
];
/** The client for TypeScript as a package, for those who install or link it. */
const clientPackage = ['clients/typescript/package.json', 'clients/typescript/README.md', 'LICENSE'];
/** The client for Python, its checks and the programs that are held to its style. */
const clientForPython = ['clients/python/**', 'examples/python/**', 'test/client/perform.py', 'pyproject.toml'];
const python = 'python3 --version';

export const groups: readonly Group[] = [
  {
    name: 'published-clients',
    tests: ['test/published-clients/**/*.test.ts'],
    inputs: [...ofService, 'test/published-clients/**', 'test/conformance/requirements.txt', 'docs/guides/**'],
    programs: ['test/published-clients/inside.ts'],
    drivesService: true,
    installs: ['published-clients', 'sample-python'],
    versions: [python, 'curl --version', 'php --version', 'go version', 'ruby --version', 'java --version'],
  },
  {
    name: 'protocol',
    tests: ['test/protocol/**/*.test.ts'],
    inputs: ['testing/**', 'test/protocol/**', 'src/wire/gateway/**', 'src/inference/**'],
    drivesService: false,
    installs: ['protocol-python'],
    versions: [python],
  },
  {
    name: 'generated-clients',
    tests: ['test/generated-clients/**/*.test.ts'],
    inputs: [...ofService, 'test/generated-clients/**', 'docs/guide.md'],
    drivesService: true,
    installs: ['client-generators', 'client-generators-python'],
    versions: [python, 'go version', 'java --version'],
  },
  {
    name: 'samples',
    tests: [
      'test/examples/**/*.test.ts',
      'test/conformance/{code-samples,guide-samples,withoutbg-package}.test.ts',
      'test/client/migrate.test.ts',
    ],
    inputs: [
      ...[...ofService, ...clientPackage, ...clientForPython, 'examples/**', 'docs/guide.md', 'docs/guides/**'],
      'test/conformance/requirements.txt',
    ],
    drivesService: true,
    installs: ['sample-python', 'python-client'],
    versions: [python, 'go version', 'curl --version', 'jq --version', 'openssl version'],
  },
  {
    name: 'python-packages',
    tests: ['test/client/{python-package,conformance-python}.test.ts'],
    inputs: [...ofService, ...clientForPython],
    drivesService: true,
    installs: ['python-client'],
    versions: [python],
  },
  {
    name: 'release',
    tests: ['scripts/release/whole-release.test.ts'],
    inputs: [
      ...[...clientPackage, 'clients/**', '!clients/*/tests/**', '!clients/**/*.test.ts', 'NOTICE'],
      ...['models/**', 'scripts/node/package.json', 'lab/package.json', 'deploy/inference.Dockerfile'],
      ...['src/pixels/kernels/kernels.wasm', 'src/inference/native/LICENSES.md'],
    ],
    programs: [
      ...['scripts/release.ts', 'scripts/build.ts', 'scripts/models.ts', 'clients/typescript/build.ts'],
      ...['src/inference/main.ts', 'src/inference/scheduler/session-child.ts', 'src/inference/lane/lane-child.ts'],
      ...['src/inference/run-once-child.ts', 'clients/typescript/src/index.ts'],
      'clients/typescript/src/command-line/main.ts',
    ],
    drivesService: false,
    installs: ['python-client'],
    versions: [python, 'git --version', 'npm --version'],
  },
  {
    name: 'runtimes',
    tests: ['test/client/package.test.ts'],
    inputs: [...ofService, ...clientPackage, 'clients/typescript/bin/**', '.ci/install'],
    drivesService: true,
    installs: ['runtimes'],
    versions: [],
  },
  {
    name: 'wasm-builds',
    tests: ['src/pixels/codecs/row-builds.test.ts', 'src/pixels/kernels/build.test.ts'],
    inputs: [
      ...['src/pixels/kernels/**', '!src/pixels/kernels/**/*.ts', 'src/pixels/kernels/build.test.ts'],
      'src/pixels/codecs/{jpeg-encoder,jpeg-rows,png-rows,webp-rows}/**',
      'src/pixels/codecs/{build,fetch}.sh',
      '!src/pixels/codecs/**/*.ts',
      'src/pixels/codecs/row-builds.test.ts',
    ],
    drivesService: false,
    installs: ['jpeg-rows', 'png-rows', 'webp-rows'],
    versions: ['clang-19 --version', 'wasm-ld-19 --version'],
  },
  {
    name: 'other-browsers',
    tests: ['test/browser/engines.test.ts'],
    inputs: ofService,
    drivesService: true,
    installs: [],
    versions: ['firefox-esr --version', 'WebKitWebDriver --version'],
  },
  {
    name: 'lighthouse',
    tests: ['test/lighthouse/**/*.test.ts'],
    inputs: [...ofService, 'test/lighthouse/**'],
    drivesService: true,
    installs: ['lighthouse'],
    versions: ['chromium --version'],
  },
  {
    name: 'openvino',
    tests: ['src/inference/runtime/runtime.test.ts'],
    inputs: ['deploy/openvino-requirements.txt', 'models/manifest.json', 'src/inference/**', '!src/**/*.test.ts'],
    drivesService: false,
    installs: ['openvino'],
    versions: [python],
    places: { OPENVINO_DIR: 'dist/openvino/openvino' },
  },
  {
    name: 'weights',
    tests: [
      'test/pixels/{car-weights,image-type-weights,published-matte,refiner-weights}.test.ts',
      'src/inference/models/{isnet,points}/weights.test.ts',
      'src/inference/models/quantise/sums.test.ts',
      'test/browser/mending-weights.test.ts',
    ],
    inputs: [...ofService, 'models/**'],
    drivesService: true,
    installs: [],
    versions: ['chromium --version'],
  },
  {
    name: 'evaluation',
    tests: ['lab/evaluation/**/*.test.ts'],
    inputs: ['lab/**', 'testing/**', 'test/fixtures/**', 'models/**', 'src/**', '!src/**/*.test.ts'],
    drivesService: false,
    installs: [],
    versions: ['chromium --version'],
  },
  {
    name: 'python-folders',
    tests: [],
    command: [
      ...['dist/python-folders/bin/python', '-B', '-m', 'pytest', '-q', '-rs', '-p', 'no:cacheprovider'],
      ...['--junitxml=dist/group.xml', 'lab'],
    ],
    inputs: [
      ...['lab/evaluation/**/*.py', 'lab/evaluation/**/*.tsv', 'lab/requirements-tests.txt', 'pyproject.toml'],
      ...['lab/training/**', 'test/fixtures/reports/**'],
    ],
    drivesService: false,
    installs: ['python-folders'],
    versions: [python],
  },
  {
    name: 'exercises',
    tests: ['test/exercise/**/*.test.ts'],
    inputs: [
      // Types and rules of everything are checked with them.
      ...[
        'src/**',
        'models/**',
        'testing/**',
        'scripts/**',
        'clients/**',
        'lab/**',
        'examples/**',
        'test/**',
        'docs/**',
        'deploy/**',
      ],
      ...['*.md', '*.json', '*.jsonc', '*.toml', '*.ts', 'NOTICE', 'LICENSE', '.nvmrc', '.ci/run', '.ci/packages'],
      ...['.devcontainer/**', '.github/**'],
    ],
    drivesService: false,
    installs: [],
    versions: ['git --version'],
  },
];
