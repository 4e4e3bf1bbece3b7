/** The files of a source tree that people write, within bounds. */
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

export interface SourceFile {
  /** From the root, with `/`. */
  readonly file: string;
  readonly text: string;
}

export interface SourceTree {
  readonly files: Iterable<SourceFile>;
  /** Files and folders that were left out, and why; complete once all files were read. */
  readonly leftOut: readonly string[];
}

export interface Bounds {
  readonly maxFiles: number;
  readonly maxBytes: number;
  readonly maxDepth: number;
}

const defaultBounds: Bounds = { maxFiles: 50_000, maxBytes: 2 ** 20, maxDepth: 40 };

/** Written by programs, recorded, or somebody else's. */
const passedOver = new Set([
  ...['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'target', 'coverage', '__pycache__'],
  ...['fixtures', '__fixtures__', '__snapshots__', 'testdata', 'cassettes', 'vcr_cassettes'],
  ...['.git', '.hg', '.svn', '.venv', 'venv', '.tox', '.next', '.cache'],
]);

/**
 * Reads a tree. Links are not followed, and files that are no text are left out.
 * @param root a folder, or one file
 */
export function sourceTree(root: string, bounds: Bounds = defaultBounds): SourceTree {
  const leftOut: string[] = [];
  return { files: filesOf(root, bounds, leftOut), leftOut };
}

function* filesOf(root: string, { maxFiles, maxBytes, maxDepth }: Bounds, leftOut: string[]): Generator<SourceFile> {
  const waiting = [{ inside: '', depth: 0 }];
  let count = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { inside, depth } = next;
    const folders: typeof waiting = [];
    for (const entry of entriesOf(root, inside, leftOut)) {
      const file = path.posix.join(inside, entry.name);
      if (entry.isDirectory() && !passedOver.has(entry.name)) {
        if (depth < maxDepth) folders.push({ inside: file, depth: depth + 1 });
        else leftOut.push(`${file}: too deep`);
      }
      if (!entry.isFile()) continue;
      if (count === maxFiles) {
        leftOut.push(`all behind ${file}: more than ${maxFiles} files`);
        return;
      }
      count++;
      const text = textOf(path.join(root, file), file, maxBytes, leftOut);
      if (text !== null) yield { file, text };
    }
    waiting.push(...folders.reverse());
  }
}

function entriesOf(root: string, inside: string, leftOut: string[]): Dirent[] {
  try {
    const entries = readdirSync(path.join(root, inside), { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    leftOut.push(`${inside || root}: cannot be read`);
    return [];
  }
}

/** @returns null where the file is no text */
function textOf(where: string, file: string, maxBytes: number, leftOut: string[]): string | null {
  try {
    if (statSync(where).size > maxBytes) {
      leftOut.push(`${file}: more than ${maxBytes} bytes`);
      return null;
    }
    const bytes = readFileSync(where);
    return bytes.subarray(0, 8192).includes(0) ? null : bytes.toString();
  } catch {
    leftOut.push(`${file}: cannot be read`);
    return null;
  }
}
