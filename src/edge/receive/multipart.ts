/** Multipart bodies (operations 1, 3, 5): the rules of docs/decisions, section Multipart. */
import { imageNames } from '../../contract/encoding.ts';
import type { Limits } from '../../contract/limits.ts';
import { optionNames, type ProcessingOperation } from '../../contract/operations.ts';
import { imageTooLarge, invalid, Refused } from '../../contract/refusals.ts';
import { formRefusals } from '../../contract/shape-refusals.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { GrowingFile } from './growing-file.ts';
import { MultipartFault, MultipartScanner, type PartHeader, type PartSink } from './multipart-scanner.ts';
import type { Received } from './received.ts';

const fileNames: ReadonlySet<string> = new Set(imageNames.multipart);

/** @throws Refused 408, 413, 422 */
export async function receiveMultipart(
  operation: ProcessingOperation,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<Received> {
  // Room for the parts' headers beside the file and the fields; a longer body cannot hold a file within the limit.
  const mostBytes = limits.maxImageBytes + limits.maxFieldBytes + limits.maxParts * 1024;
  const tooLarge = new Refused(imageTooLarge('multipart', limits.maxImageBytes));
  if (contentLength !== null && contentLength > mostBytes) throw tooLarge;
  const type = contentType?.trim() ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw new Refused(formRefusals.missingFile);
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(type);
  if (!boundary) throw malformed('The Content-Type names no multipart boundary');

  const form = new Form(limits, contentLength);
  const scanner = new MultipartScanner(boundary[1] ?? boundary[2] ?? '', form);
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
  if (!form.file) throw new Refused(formRefusals.missingFile);
  return { file: form.file.content(), task: operation.read(form.fields) };
}

/** Collects what the contract knows; other parts pass by uncollected. */
class Form implements PartSink {
  file: GrowingFile | null = null;
  readonly fields = new Map<string, string>();
  readonly #limits: Limits;
  readonly #contentLength: number | null;
  #parts = 0;
  #fieldBytes = 0;
  #current: { name: string; kind: 'image' | 'field' | 'other-file'; text: Uint8Array[] } | null = null;

  constructor(limits: Limits, contentLength: number | null) {
    this.#limits = limits;
    this.#contentLength = contentLength;
  }

  begin({ name, fileName }: PartHeader): void {
    if (++this.#parts > this.#limits.maxParts) throw malformed(`The body has more than ${this.#limits.maxParts} parts`);
    const isImage = fileNames.has(name);
    if (isImage && this.file) throw new Refused(formRefusals.moreThanOneImage);
    if (isImage) this.file = new GrowingFile(this.#limits.maxImageBytes, this.#contentLength);
    this.#current = { name, kind: isImage ? 'image' : fileName === null ? 'field' : 'other-file', text: [] };
  }

  data(bytes: Uint8Array): void {
    if (!this.#current || this.#current.kind === 'other-file') return;
    if (this.#current.kind === 'image') {
      if (!this.file?.append(bytes)) throw new Refused(imageTooLarge('multipart', this.#limits.maxImageBytes));
      return;
    }
    this.#fieldBytes += bytes.length;
    if (this.#fieldBytes > this.#limits.maxFieldBytes) {
      throw malformed(`The fields beside the file are over ${this.#limits.maxFieldBytes} bytes`);
    }
    this.#current.text.push(bytes.slice());
  }

  end(): void {
    const part = this.#current;
    this.#current = null;
    if (part?.kind !== 'field' || !optionNames.has(part.name)) return;
    const decoder = new TextDecoder();
    const text = part.text.map((bytes) => decoder.decode(bytes, { stream: true })).join('') + decoder.decode();
    if (this.fields.has(part.name)) throw new Refused(invalid(['body', part.name], `Send ${part.name} only once`));
    this.fields.set(part.name, text);
  }
}

function malformed(message: string, cause?: unknown): Refused {
  return new Refused(invalid(['body'], message), cause);
}
