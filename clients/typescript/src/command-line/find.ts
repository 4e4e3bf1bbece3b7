/** The pictures that a command line names. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../../../src/wire/command-line/program.ts';
import { folderOf, isGlob, patternOf } from './glob.ts';

/** A picture that was found. */
export interface Found {
  /** Its path, as it was given. */
  readonly file: string;
  /** Folders between the named one and the picture; results get folders of the same names. */
  readonly inside: string;
}

/** Names that the service's formats have. */
const endings = /\.(jpe?g|png|webp|avif|heic|heif|tiff?|bmp|gif)$/i;

/**
 * Named files, whatever their ending; of folders and globs, files with a picture's ending. Hidden files and folders are
 * left out.
 * @throws UsageError for a name that nothing has
 */
export function findPictures(names: readonly string[]): Found[] {
  const found = names.flatMap((name) => {
    const entry = statSync(name, { throwIfNoEntry: false });
    if (entry?.isFile()) return [{ file: name, inside: '' }];
    if (entry?.isDirectory()) return picturesIn(name, '');
    if (!isGlob(name)) throw new UsageError(`There is no ${name}`);
    const pattern = patternOf(path.posix.normalize(name));
    return picturesIn(folderOf(name), '').filter(({ file }) => pattern.test(file.replaceAll(path.sep, '/')));
  });
  return [...new Map(found.map((picture) => [path.resolve(picture.file), picture])).values()];
}

function picturesIn(root: string, inside: string): Found[] {
  const entries = readdirSync(path.join(root, inside), { withFileTypes: true });
  const visible = entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  return visible.flatMap((entry) => {
    const within = path.join(inside, entry.name);
    if (entry.isDirectory()) return picturesIn(root, within);
    return entry.isFile() && endings.test(entry.name) ? [{ file: path.join(root, within), inside }] : [];
  });
}
