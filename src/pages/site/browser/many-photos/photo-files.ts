/** The photos among what is dropped or chosen: files, and folders with all that is below them. */

const pictureNames = /\.(jpe?g|png|webp|avif|hei[cf]|tiff?|bmp|gif)$/i;

/** The files that the service may read, by type or name; hidden ones are those of systems. */
export function picturesAmong(files: Iterable<File>): File[] {
  return [...files].filter(
    ({ name, type }) => !name.startsWith('.') && (/^image\/(?!svg)/.test(type) || pictureNames.test(name)),
  );
}

/**
 * The files of a drop, also those in folders. Must be called while the drop is handled, for a browser empties it then.
 */
export function droppedFiles(drop: DataTransfer): Promise<File[]> {
  const entries = [...drop.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.length > 0 ? filesIn(entries) : Promise.resolve([...drop.files]);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (isFile(entry)) files.push(await fileOf(entry));
    else if (isFolder(entry)) files.push(...(await filesIn(await entriesOf(entry))));
  }
  return files;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** A browser gives some at a time, and none after the last. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
