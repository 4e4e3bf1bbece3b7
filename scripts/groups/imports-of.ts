/** What files import, to the last file of the project. */
import { build } from 'esbuild';

/**
 * Paths from the project's folder, those of the entries included; packages are left out.
 * @param entries TypeScript files, from the project's folder
 * @throws Error where one of them, or what it imports, is not there
 */
export async function importsOf(root: string, entries: readonly string[]): Promise<string[]> {
  if (entries.length === 0) return [];
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [...entries],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    external: ['cloudflare:*'],
    platform: 'node',
    format: 'esm',
    outdir: 'dist',
    loader: { '.wasm': 'empty' },
    logLevel: 'silent',
  });
  return Object.keys(metafile.inputs).sort();
}
