/** What is kept of a form as it arrives: one image, one background, the options. */
import type { Limits } from '../../contract/limits.ts';
import { backgroundTooLarge } from '../../contract/output/background.ts';
import { imageTooLarge, invalid, type Refusal, Refused } from '../../contract/refusals.ts';
import { jsonRefusals } from '../../contract/shape-refusals.ts';
import { Base64Image } from './base64-image.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { type FileRoom, FileWithin, GrowingFile } from './growing-file.ts';
import { MultipartFault, type PartHeader, type PartSink } from './multipart-scanner.ts';
import { type BodyContent, type BodyTerms, contentBy } from './terms.ts';

type PartKind = 'image' | 'base64' | 'background' | 'field' | 'other-file';

/** The part that is being read. */
interface Part {
  readonly name: string;
  readonly kind: PartKind;
  /** Of an image or a background, once it is known to be one. */
  file: FileWithin | null;
  readonly text: Uint8Array[];
}

/** Collects the parts that count, and skips the others. */
export class Form<Wanted> implements PartSink {
  readonly #terms: BodyTerms<Wanted>;
  readonly #limits: Limits;
  readonly #contentLength: number | null;
  readonly #room: FileRoom;
  readonly #fields = new Map<string, string>();
  #files: GrowingFile | null = null;
  #file: FileWithin | null = null;
  #base64: Base64Image | null = null;
  #background: FileWithin | null = null;
  readonly #names: string[] = [];
  #fieldBytes = 0;
  #current: Part | null = null;

  /** @param room in which its files grow */
  constructor(terms: BodyTerms<Wanted>, limits: Limits, contentLength: number | null, room: FileRoom) {
    this.#terms = terms;
    this.#limits = limits;
    this.#contentLength = contentLength;
    this.#room = room;
  }

  begin({ name, fileName }: PartHeader): void {
    const { maxParts } = this.#limits;
    if (this.#names.push(name) > maxParts) throw malformed(`The body has more than ${maxParts} parts`);
    const kind = this.#kindOf(name, fileName);
    if (kind === 'base64') this.#beginBase64();
    this.#current = { name, kind, file: null, text: [] };
    // A form without a chosen file sends one without name and bytes, which counts as not sent.
    if (fileName) this.#beginFile(this.#current);
  }

  data(bytes: Uint8Array): void {
    const part = this.#current;
    switch (part?.kind) {
      case 'image':
      case 'background':
        this.#beginFile(part);
        if (!part.file?.append(bytes)) throw new Refused(this.#tooLarge(part.kind === 'background'));
        return;
      case 'base64':
        this.#base64?.push(bytes);
        return;
      case 'field':
        this.#fieldBytes += bytes.length;
        if (this.#fieldBytes > this.#limits.maxFieldBytes) {
          throw malformed(`The fields beside the file are over ${this.#limits.maxFieldBytes} bytes`);
        }
        part.text.push(bytes.slice());
    }
  }

  end(): void {
    const part = this.#current;
    this.#current = null;
    if (part?.kind === 'base64') return this.#endBase64();
    if (part?.kind !== 'field' || !this.#counts(part.name)) return;
    const decoder = new TextDecoder();
    const text = part.text.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
    // An empty field is one that was not filled in.
    if (text === '') return;
    if (this.#fields.has(part.name)) throw new Refused(invalid(['body', part.name], `Send ${part.name} only once`));
    this.#fields.set(part.name, text);
  }

  /** What the body held, after its end. @throws Refused 422 */
  content(): BodyContent<Wanted> {
    const image = this.#file ?? this.#base64;
    // One without bytes is none, whatever it is called.
    const background = this.#background?.length ? this.#background : null;
    return contentBy(this.#terms, {
      image: image && (() => image.content()),
      background: background && (() => background.content()),
      given: this.#fields,
      names: this.#names,
    });
  }

  #kindOf(name: string, fileName: string | null): PartKind {
    if (this.#terms.files.has(name)) return 'image';
    if (this.#terms.base64.has(name)) return 'base64';
    if (this.#terms.background?.image === name) return 'background';
    return fileName === null ? 'field' : 'other-file';
  }

  #counts(name: string): boolean {
    return name === this.#terms.url || this.#terms.options.has(name);
  }

  /** Begins the file of a part that has one, unless it has begun. */
  #beginFile(part: Part): void {
    if (part.file) return;
    if (part.kind === 'image') {
      if (this.#file || this.#base64) throw new Refused(this.#terms.moreThanOne);
      this.#file = part.file = new FileWithin(this.#filesOf(this.#contentLength));
    } else if (part.kind === 'background') {
      const { name } = part;
      if (this.#background) throw new Refused(invalid(['body', name], `Send ${name} only once`));
      this.#background = part.file = new FileWithin(this.#filesOf(this.#contentLength));
    }
  }

  #beginBase64(): void {
    if (this.#base64) throw new Refused(this.#terms.moreThanOne);
    const expected = this.#contentLength === null ? null : Math.ceil(this.#contentLength * 0.75);
    this.#base64 = new Base64Image(this.#filesOf(expected), jsonRefusals, () => this.#tooLarge());
  }

  /** The one buffer of all files of the form. */
  #filesOf(expectedBytes: number | null): GrowingFile {
    this.#files ??= new GrowingFile(this.#limits.maxImageBytes, expectedBytes, this.#room);
    return this.#files;
  }

  /** @param inBackground whether the background is being read */
  #tooLarge(inBackground = false): Refusal {
    const { maxImageBytes } = this.#limits;
    const background = inBackground || this.#background?.length ? this.#terms.background : null;
    return background ? backgroundTooLarge(maxImageBytes, background.image) : imageTooLarge('multipart', maxImageBytes);
  }

  /** An empty field is one that was not filled in. */
  #endBase64(): void {
    if (!this.#base64?.hasBegun) {
      this.#base64 = null;
      return;
    }
    if (this.#file) throw new Refused(this.#terms.moreThanOne);
    this.#base64.end();
  }
}

/** Cuts a body into the parts of a form. */
interface Scanner {
  push(piece: Uint8Array): void;
  end(): void;
}

/**
 * Reads a body to its end into a form.
 * @param scanner passes parts to the form
 * @throws Refused 408, 413, 422
 */
export async function readForm<Wanted>(
  form: Form<Wanted>,
  scanner: Scanner,
  body: BodyReader,
  { mostBytes, tooLarge }: { readonly mostBytes: number; readonly tooLarge: Refused },
): Promise<BodyContent<Wanted>> {
  try {
    for (let piece = await body.next(); piece; piece = await body.next()) {
      if (body.received > mostBytes) throw tooLarge;
      scanner.push(piece);
    }
    scanner.end();
  } catch (cause) {
    if (cause instanceof MultipartFault || cause instanceof BrokenBody) throw malformed(cause.message, cause);
    throw cause;
  }
  return form.content();
}

/** 422 for a body that is no form, or a form over its limits. */
export function malformed(message: string, cause?: unknown): Refused {
  return new Refused(invalid(['body'], message), cause);
}
