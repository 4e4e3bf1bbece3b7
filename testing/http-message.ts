/** HTTP/1.1 answers read by hand from the bytes of a connection: RFC 9112. */

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer;
}

/** The JSON of an answer's body. */
export function jsonOf(answer: Answer): unknown {
  return JSON.parse(answer.body.toString('utf8'));
}

const headEnd = '\r\n\r\n';

/**
 * Reads the complete answers at the front of what a connection has received; interim ones (1xx) are skipped.
 * @param ended whether the server has closed, which ends an answer without a length
 */
export function readAnswers(received: Buffer, ended: boolean): Answer[] {
  const answers: Answer[] = [];
  for (let rest = received; rest.length > 0; ) {
    const next = readAnswer(rest, ended);
    if (!next) break;
    if (next.answer.status >= 200) answers.push(next.answer);
    rest = rest.subarray(next.bytes);
  }
  return answers;
}

function readAnswer(received: Buffer, ended: boolean): { answer: Answer; bytes: number } | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const [statusLine, ...lines] = received.toString('latin1', 0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(statusLine)?.[1]);
  if (!status) throw new Error(`Not a status line: ${statusLine}`);
  const headers = new Headers(lines.map((line): [string, string] => splitHeader(line)));
  const content = received.subarray(end + headEnd.length);
  const body = readBody(status, headers, content, ended);
  return body && { answer: { status, headers, body: body.data }, bytes: end + headEnd.length + body.bytes };
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(':');
  if (colon < 1) throw new Error(`Not a header line: ${line}`);
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** Section 6.3: how long the body is. */
function readBody(status: number, headers: Headers, content: Buffer, ended: boolean) {
  if (status < 200 || status === 204 || status === 304) return { data: Buffer.alloc(0), bytes: 0 };
  if (headers.get('Transfer-Encoding')?.toLowerCase() === 'chunked') return readChunks(content);
  const length = headers.get('Content-Length');
  if (length !== null) {
    const bytes = Number(length);
    return content.length >= bytes ? { data: content.subarray(0, bytes), bytes } : null;
  }
  return ended ? { data: content, bytes: content.length } : null;
}

/** Section 7.1. */
function readChunks(content: Buffer): { data: Buffer; bytes: number } | null {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const lineEnd = content.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(content.toString('latin1', at, lineEnd), 16);
    if (Number.isNaN(size)) throw new Error('A chunk has no size');
    const from = lineEnd + 2;
    if (content.length < from + size + 2) return null;
    if (size === 0) return { data: Buffer.concat(pieces), bytes: from + 2 };
    pieces.push(content.subarray(from, from + size));
    at = from + size + 2;
  }
}
