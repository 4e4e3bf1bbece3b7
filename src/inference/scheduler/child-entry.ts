/** Where a session child starts: from the source or from a bundle, with the flags that it needs. */
import { createRequire } from 'node:module';
import { fileURLToPath, pathToFileURL } from 'node:url';

export interface ChildEntry {
  readonly file: string;
  /** Node's own flags for the child. */
  readonly execArgv: readonly string[];
}

/**
 * Where the session child starts. The source has `session-child.ts` beside this file; a bundle must put
 * `session-child.js` beside the file into which this one was bundled.
 * @param here `import.meta.url` of the calling module
 * @param flags Node's flags of this process; those of the inspector are left out, its port is taken
 */
export function childEntry(here: string = import.meta.url, flags: readonly string[] = process.execArgv): ChildEntry {
  const extension = here.endsWith('.ts') ? '.ts' : '.js';
  const file = fileURLToPath(new URL(`./session-child${extension}`, here));
  return {
    file,
    execArgv: typescriptFlags(
      file,
      flags.filter((flag) => !flag.startsWith('--inspect')),
    ),
  };
}

/** Adds what a TypeScript entry needs where this process itself runs it by other means (as a test runner does). */
export function typescriptFlags(file: string, flags: readonly string[]): readonly string[] {
  if (!file.endsWith('.ts') || flags.some((flag) => flag.includes('tsx'))) return flags;
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
  return [...flags, '--import', tsx];
}
