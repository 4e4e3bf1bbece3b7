/**
 * Cuts a multipart body into parts as it arrives: RFC 2046 section 5.1, RFC 7578.
 *
 * Only bytes that could begin a delimiter are kept between two pieces; content is passed on at once.
 */
import { Buffer } from 'node:buffer';
import { headerParameters, unfoldedFields } from './header-parameters.ts';

export interface PartHeader {
  readonly name: string;
  readonly fileName: string | null;
}

export interface PartSink {
  begin(header: PartHeader): void;
  data(bytes: Uint8Array): void;
  end(): void;
}

/** The body is not well-formed multipart. */
export class MultipartFault extends Error {}

const maxHeaderBytes = 8 * 1024;
const headerEnd = '\r\n\r\n';

/** Reads bytes piece by piece, and passes parts, their headers and their content to its sink. */
export class MultipartScanner {
  readonly #delimiter: Buffer;
  readonly #sink: PartSink;
  /** A line break added before the body makes the first delimiter like all others. */
  #held: Buffer = Buffer.from('\r\n');
  #state: 'preamble' | 'delimiter' | 'header' | 'content' | 'epilogue' = 'preamble';

  constructor(boundary: string, sink: PartSink) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1');
    this.#sink = sink;
  }

  /** Reads the next piece of the body. @throws MultipartFault and what the sink throws */
  push(piece: Uint8Array): void {
    if (this.#state === 'epilogue') return;
    let bytes = this.#held.length > 0 ? Buffer.concat([this.#held, piece]) : asBuffer(piece);
    for (let rest = this.#step(bytes); rest; rest = this.#step(bytes)) bytes = rest;
  }

  /** Ends the body. @throws MultipartFault where its closing delimiter is missing */
  end(): void {
    if (this.#state !== 'epilogue') throw new MultipartFault('The multipart body ends before its closing boundary');
  }

  /** One step of the state machine. @returns the bytes that are left, or null when more are needed */
  #step(bytes: Buffer): Buffer | null {
    switch (this.#state) {
      case 'preamble':
      case 'content':
        return this.#untilDelimiter(bytes);
      case 'delimiter':
        return this.#afterDelimiter(bytes);
      case 'header':
        return this.#header(bytes);
      case 'epilogue':
        return null;
    }
  }

  #untilDelimiter(bytes: Buffer): Buffer | null {
    const found = bytes.indexOf(this.#delimiter);
    const contentEnd = found >= 0 ? found : Math.max(0, bytes.length - this.#delimiter.length + 1);
    if (this.#state === 'content' && contentEnd > 0) this.#sink.data(bytes.subarray(0, contentEnd));
    if (found < 0) return this.#hold(bytes.subarray(contentEnd));
    if (this.#state === 'content') this.#sink.end();
    this.#state = 'delimiter';
    return bytes.subarray(found + this.#delimiter.length);
  }

  #afterDelimiter(bytes: Buffer): Buffer | null {
    if (bytes.length < 2) return this.#hold(bytes);
    if (bytes[0] === 0x2d && bytes[1] === 0x2d) {
      this.#state = 'epilogue';
      this.#held = Buffer.alloc(0);
      return null;
    }
    // White space may pad a delimiter line (RFC 2046: transport padding).
    let at = 0;
    while (at < bytes.length && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
    if (at > maxHeaderBytes) throw new MultipartFault('A multipart boundary line is too long');
    if (bytes.length < at + 2) return this.#hold(bytes);
    if (bytes[at] !== 0x0d || bytes[at + 1] !== 0x0a) {
      throw new MultipartFault('A multipart boundary is not followed by a line break');
    }
    this.#state = 'header';
    // The line break is kept, so that a part without any header ends its header block at once.
    return bytes.subarray(at);
  }

  #header(bytes: Buffer): Buffer | null {
    const end = bytes.indexOf(headerEnd);
    if (end > maxHeaderBytes || (end < 0 && bytes.length - headerEnd.length >= maxHeaderBytes)) {
      throw new MultipartFault('A multipart part has too long a header');
    }
    if (end < 0) return this.#hold(bytes);
    this.#sink.begin(parseHeader(bytes.subarray(0, end).toString('utf8')));
    this.#state = 'content';
    return bytes.subarray(end + headerEnd.length);
  }

  #hold(bytes: Buffer): null {
    this.#held = Buffer.from(bytes);
    return null;
  }
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function parseHeader(block: string): PartHeader {
  const field = unfoldedFields(block).find((candidate) => /^content-disposition\s*:/i.test(candidate));
  if (!field || !/:\s*form-data\s*(;|\(|$)/i.test(field)) {
    throw new MultipartFault('A multipart part has no form-data disposition');
  }
  // RFC 7578 section 4.2: percent escapes as clients actually write them.
  const parameters = headerParameters(field);
  const [name, fileName] = ['name', 'filename'].map((key) => parameters.get(key)?.replace(/%22/g, '"') ?? null);
  if (name === null) throw new MultipartFault('A multipart part has no name');
  return { name, fileName };
}
