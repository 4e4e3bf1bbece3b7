/** The one ZIP of a run: written to a file while it is made, where this browser can, else held until it is saved. */
import { save } from '../playground/pictures.ts';
import { CutoutNames } from './cutout-names.ts';
import { ZipFile } from './zip-file.ts';

/** How much a ZIP that is held may have. A browser keeps it in memory or in a temporary file. */
const mostHeldBytes = 1024 ** 3;

interface Destination {
  readonly mostBytes: number;
  write(part: Blob | Uint8Array<ArrayBuffer>): Promise<void>;
  /** All has been written. */
  close(): Promise<void>;
  /** Nothing of it is wanted. */
  abandon(): Promise<void>;
}

/** A ZIP in the making. */
export class Archive {
  readonly #destination: Destination;
  readonly #zip: ZipFile;
  readonly #names = new CutoutNames();
  /** What the file is called. */
  readonly name: string;
  #count = 0;

  constructor(name: string, destination: Destination) {
    this.name = name;
    this.#destination = destination;
    this.#zip = new ZipFile((part) => destination.write(part));
  }

  /** Pictures in it. */
  get count(): number {
    return this.#count;
  }

  /** Whether it should be saved before more is made. */
  get isFull(): boolean {
    return this.#zip.bytes >= this.#destination.mostBytes;
  }

  /** Adds what was made of a photo. @throws Error where it cannot be written */
  async add(photoName: string, picture: Blob): Promise<void> {
    await this.#zip.add(this.#names.nameFor(photoName, picture.type), picture);
    this.#count++;
  }

  /** Ends it: the file is whole, or the browser is asked to save it. @throws Error where it cannot be written */
  async save(): Promise<void> {
    await this.#zip.end();
    await this.#destination.close();
  }

  /** Gives it up: nothing of it stays, as far as the browser allows. */
  async abandon(): Promise<void> {
    await this.#destination.abandon().catch(() => {});
  }
}

/** What TypeScript's library lacks of https://wicg.github.io/file-system-access, and `remove`, which some browsers lack. */
interface PickedFile extends FileSystemFileHandle {
  remove?(): Promise<void>;
}

interface FilePicker {
  showSaveFilePicker?(options: {
    readonly suggestedName: string;
    readonly types: readonly { readonly description: string; readonly accept: Readonly<Record<string, string[]>> }[];
  }): Promise<PickedFile>;
}

/**
 * Begins a ZIP. Where the browser can write to disk it asks where, so this is called within a click.
 * @returns null where the person chose no place
 * @throws Error where the browser cannot write to that place
 */
export async function beginArchive(name: string): Promise<Archive | null> {
  const { showSaveFilePicker } = window as Window & FilePicker;
  if (!showSaveFilePicker) return new Archive(name, heldUntilSaved(name));
  try {
    const types = [{ description: 'ZIP', accept: { 'application/zip': ['.zip'] } }];
    const file = await showSaveFilePicker.call(window, { suggestedName: name, types });
    return new Archive(file.name, await onDisk(file));
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') return null;
    throw cause;
  }
}

async function onDisk(file: PickedFile): Promise<Destination> {
  const stream = await file.createWritable().catch(async (cause: unknown) => {
    await removeEmpty(file).catch(() => {});
    throw cause;
  });
  return {
    mostBytes: Number.POSITIVE_INFINITY,
    write: (part) => stream.write(part),
    close: () => stream.close(),
    async abandon() {
      // A stream that has failed cannot be aborted; its file is empty all the same.
      await stream.abort().catch(() => {});
      await removeEmpty(file);
    },
  };
}

/** Choosing a place makes an empty file there. A file that is not empty was there before. */
async function removeEmpty(file: PickedFile): Promise<void> {
  const { size } = await file.getFile();
  if (size === 0) await file.remove?.();
}

function heldUntilSaved(name: string): Destination {
  const parts: BlobPart[] = [];
  return {
    mostBytes: mostHeldBytes,
    async write(part) {
      parts.push(part);
    },
    async close() {
      save(new Blob(parts.splice(0), { type: 'application/zip' }), name);
    },
    async abandon() {
      parts.length = 0;
    },
  };
}
