/** The pictures that the words of a command line mean. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from '../../../../src/command-line/program.ts';
import { folderOf, isGlob, patternOf } from './glob.ts';

/** A picture that was found. */
export interface Found {
  /** Where it is, as it was said. */
  readonly file: string;
  /** Folders between what was named and the picture; results lie in folders of the same names. */
  readonly inside: string;
}

/** Names that the service's formats have. */
const endings = /\.(jpe?g|png|webp|avif|heic|heif|tiff?|bmp|gif)$/i;

/**
 * Files as they are named, whatever their ending; of folders and globs, what is called like a picture. Hidden files and
 * folders are passed over.
 * @throws UsageError for a name that nothing has
 */
export function findPictures(words: readonly string[]): Found[] {
  const found = words.flatMap((word) => {
    const entry = statSync(word, { throwIfNoEntry: false });
    if (entry?.isFile()) return [{ file: word, inside: '' }];
    if (entry?.isDirectory()) return picturesIn(word, '');
    if (!isGlob(word)) throw new UsageError(`There is no ${word}`);
    const pattern = patternOf(path.posix.normalize(word));
    return picturesIn(folderOf(word), '').filter(({ file }) => pattern.test(file.replaceAll(path.sep, '/')));
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
