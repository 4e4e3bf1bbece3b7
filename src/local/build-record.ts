/** What dist/ was built from, so that a start builds nothing twice. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** All that goes into the bundles: sources, texts that become pages, packages by their lock file, settings of bundlers. */
const sources = [
  ...['src', 'docs/guide.md', 'docs/guides', 'package.json', 'package-lock.json', 'wrangler.toml'],
  ...['tsconfig.json', 'tsconfig.base.json', 'models/manifest.json'],
];

/** One file of each bundle: where one is missing, it is built anew. */
const built = [
  ...[
    'dist/edge/worker.js',
    'dist/pages/worker.js',
    'dist/gateway/worker.js',
    'dist/fetcher/fetcher.js',
    'dist/public/styles/site.css',
  ],
  'dist/start/workers-host.js',
];

const record = 'dist/built-from';

/** Fingerprint of all that goes into the bundles of a project. @param root its folder */
export function fingerprintOfSources(root: string): string {
  const hash = createHash('sha256').update(process.version);
  for (const file of sources.flatMap((source) => filesOf(root, source))) {
    const bytes = readFileSync(path.join(root, file));
    hash.update(`\n${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether dist/ was built from these sources. */
export function isBuiltFrom(root: string, fingerprint: string): boolean {
  const file = path.join(root, record);
  if (!built.every((each) => existsSync(path.join(root, each)))) return false;
  return existsSync(file) && readFileSync(file, 'utf8') === fingerprint;
}

/** Notes what dist/ was built from; null while it is being built. */
export function noteBuiltFrom(root: string, fingerprint: string | null): void {
  const file = path.join(root, record);
  rmSync(file, { force: true });
  if (fingerprint === null) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, fingerprint);
}

/** Files of a folder, or the file itself, in one order everywhere. */
function filesOf(root: string, source: string): string[] {
  const whole = path.join(root, source);
  if (!existsSync(whole)) return [];
  if (path.extname(source) !== '') return [source];
  const entries = readdirSync(whole, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))).sort();
}
