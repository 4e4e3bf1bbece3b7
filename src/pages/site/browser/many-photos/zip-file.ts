/** A ZIP that is written while its files come. Nothing is compressed, for pictures are already. */
import {
  directoryOf,
  localHeader,
  namesInUtf8,
  type PlacedRecord,
} from '../../../../pixels/pipeline/output/zip-records.ts';
import { crc32 } from '../brush/crc32.ts';

/** Where the bytes go. */
export type ZipSink = (part: Blob | Uint8Array<ArrayBuffer>) => Promise<void>;

/** A ZIP, file by file. Files are written one after the other, also where they are added at once. */
export class ZipFile {
  readonly #sink: ZipSink;
  readonly #entries: PlacedRecord[] = [];
  #at = 0;
  #last: Promise<void> = Promise.resolve();

  constructor(sink: ZipSink) {
    this.#sink = sink;
  }

  /** Bytes that have been written. */
  get bytes(): number {
    return this.#at;
  }

  /** Adds a file of less than 4 GiB. @throws what the sink does */
  add(name: string, file: Blob): Promise<void> {
    return this.#next(async () => {
      const checksum = crc32(new Uint8Array(await file.arrayBuffer()));
      const { size } = file;
      const entry = { name, flags: namesInUtf8, method: 0, checksum, stored: size, bytes: size, at: this.#at };
      await this.#write(localHeader(entry));
      await this.#write(file);
      this.#entries.push(entry);
    });
  }

  /** Writes the directory, after which nothing is added. @throws what the sink does */
  end(): Promise<void> {
    return this.#next(() => this.#write(directoryOf(this.#entries, this.#at)));
  }

  #next(step: () => Promise<void>): Promise<void> {
    const done = this.#last.then(step);
    this.#last = done.catch(() => {});
    return done;
  }

  async #write(part: Blob | Uint8Array<ArrayBuffer>): Promise<void> {
    await this.#sink(part);
    this.#at += part instanceof Blob ? part.size : part.length;
  }
}
