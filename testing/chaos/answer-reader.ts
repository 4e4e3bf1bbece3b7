/** One HTTP/1.1 answer, read piece by piece, and whether it is whole or was cut: RFC 9112. */

/** `whole` as an HTTP client decides it: the last chunk has come, or as many bytes as were announced. */
export type AnswerState = 'head' | 'body' | 'whole' | 'malformed';

const headEnd = '\r\n\r\n';

/** `push` takes what a connection brings; `state` and the other members show how far the answer has come. */
export class AnswerReader {
  /** Null until its line is there. */
  status: number | null = null;
  headers = new Headers();
  state: AnswerState = 'head';
  /** Bytes of the body so far, without the framing of chunks. */
  bodyBytes = 0;
  readonly #pieces: Buffer[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #framing: 'chunked' | 'length' | 'until-close' = 'until-close';
  /** Bytes still to come, of the body or of the current chunk with its line end. */
  #expected = 0;

  /** Takes the next bytes of the connection. */
  push(piece: Buffer): void {
    if (this.state === 'whole' || this.state === 'malformed') return;
    this.#rest = this.#rest.length > 0 ? Buffer.concat([this.#rest, piece]) : piece;
    if (this.state === 'head') this.#readHead();
    if (this.state === 'body') this.#readBody();
  }

  /** The server has closed: that is the end of an answer that announced no length, and a cut through any other. */
  end(): void {
    if (this.state === 'body' && this.#framing === 'until-close') this.state = 'whole';
  }

  /** The body so far. */
  body(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  #readHead(): void {
    const end = this.#rest.indexOf(headEnd);
    if (end < 0) return;
    const [statusLine, ...lines] = this.#rest.toString('latin1', 0, end).split('\r\n');
    this.#rest = this.#rest.subarray(end + headEnd.length);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
    if (!status) {
      this.state = 'malformed';
      return;
    }
    if (status < 200) return this.#readHead();
    this.status = status;
    for (const line of lines) {
      const colon = line.indexOf(':');
      this.headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
    }
    this.#chooseFraming(status);
  }

  /** Section 6.3. */
  #chooseFraming(status: number): void {
    const length = this.headers.get('Content-Length');
    this.state = 'body';
    if (status === 204 || status === 304) this.state = 'whole';
    else if (this.headers.get('Transfer-Encoding')?.toLowerCase() === 'chunked') this.#framing = 'chunked';
    else if (length !== null) {
      this.#framing = 'length';
      this.#expected = Number(length);
    }
  }

  #readBody(): void {
    if (this.#framing === 'chunked') this.#readChunks();
    else if (this.#framing === 'until-close') this.#keep(this.#rest.length);
    else {
      this.#expected -= this.#keep(Math.min(this.#expected, this.#rest.length));
      if (this.#expected === 0) this.state = 'whole';
    }
  }

  /** Section 7.1. This service sends no trailers, so the empty line after the last chunk ends the answer. */
  #readChunks(): void {
    for (;;) {
      if (this.#expected > 2) this.#expected -= this.#keep(Math.min(this.#expected - 2, this.#rest.length));
      if (this.#expected > 0 && this.#rest.length < this.#expected) return;
      if (this.#expected > 0) this.#rest = this.#rest.subarray(this.#expected);
      this.#expected = 0;
      const lineEnd = this.#rest.indexOf('\r\n');
      if (lineEnd < 0) return;
      const size = Number.parseInt(this.#rest.toString('latin1', 0, lineEnd), 16);
      if (Number.isNaN(size)) {
        this.state = 'malformed';
        return;
      }
      if (size === 0) {
        if (this.#rest.length >= lineEnd + 4) this.state = 'whole';
        return;
      }
      this.#rest = this.#rest.subarray(lineEnd + 2);
      this.#expected = size + 2;
    }
  }

  #keep(bytes: number): number {
    if (bytes > 0) this.#pieces.push(this.#rest.subarray(0, bytes));
    this.#rest = this.#rest.subarray(bytes);
    this.bodyBytes += bytes;
    return bytes;
  }
}
