/** Where a child process starts: from the source or from a bundle, with the flags that it needs. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ChildEntry {
  readonly file: string;
  /** Node's own flags for the child. */
  readonly execArgv: readonly string[];
}

/**
 * The entry of that name beside the calling module: the source has it as TypeScript there, and a bundle must put it as
 * JavaScript beside the file into which the calling module was bundled.
 * @param name file name without its ending
 * @param here `import.meta.url` of the calling module
 * @param flags Node's flags of this process; those of the inspector are left out: its port is in use
 */
export function childEntry(name: string, here: string, flags: readonly string[] = process.execArgv): ChildEntry {
  const file = fileURLToPath(new URL(`./${name}${here.endsWith('.ts') ? '.ts' : '.js'}`, here));
  const kept = flags.filter((flag) => !flag.startsWith('--inspect'));
  return { file, execArgv: typescriptFlags(file, kept) };
}

/** Adds what a TypeScript entry needs where this process itself runs it by other means (as a test runner does). */
function typescriptFlags(file: string, flags: readonly string[]): readonly string[] {
  if (!file.endsWith('.ts') || flags.some((flag) => flag.includes('tsx'))) return flags;
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return [...flags, '--import', tsx];
}
