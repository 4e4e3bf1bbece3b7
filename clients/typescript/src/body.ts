/** The bodies of requests: a form with a file, or JSON with Base64. A streamed photo makes a streamed body. */
import { base64Of } from './base64.ts';
import type { RereadablePhoto } from './photo.ts';
import { gathered, piecesOf, streamOf } from './streams.ts';

/** The body of a request, made anew for each try. */
export interface Body {
  readonly type: string;
  /** Null where the length is not known beforehand. */
  readonly bytes: number | null;
  content(): Promise<Blob> | Blob | ReadableStream<Uint8Array>;
  /** What the photo's stream has thrown; undefined while it is well. */
  fault(): unknown;
}

/** Values of options by their names; what is undefined is not sent. */
export type Fields = Readonly<Record<string, unknown>>;

/** Browsers stream requests over HTTP/2 alone, or not at all: there the body is gathered first. */
const { navigator } = globalThis as { readonly navigator?: { readonly userAgent: string } };
const streamsRequests = !navigator?.userAgent.startsWith('Mozilla/');

/** What a blob is made of. */
type Piece = Blob | string | ArrayBuffer | ArrayBufferView<ArrayBuffer>;

const fileHead = '; filename="photo"\r\nContent-Type: application/octet-stream';

/** `multipart/form-data`: the options as parts, then the file, or its address. RFC 7578. */
export function formBody(photo: RereadablePhoto | URL, options: Fields): Body {
  const boundary = `edgematte-${crypto.randomUUID()}`;
  const part = (name: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const field = ([name, value]: [string, unknown]): Piece[] =>
    isFile(value) ? [part(name, fileHead), value, '\r\n'] : [`${part(name, '')}${value}\r\n`];
  const fields = given(options).flatMap(field);
  const end = `--${boundary}--\r\n`;
  const type = `multipart/form-data; boundary=${boundary}`;
  if (photo instanceof URL) return wholeBody(type, new Blob([...fields, ...field(['image_url', photo.href]), end]));
  const head = new Blob([...fields, part('file', fileHead)]);
  const tail = `\r\n${end}`;
  const { blob, fault } = photo;
  if (blob) return { type, bytes: blob.size, content: () => new Blob([head, blob, tail]), fault };
  const pieces = () => piecesBetween(piecesOf(head.stream()), photo.pieces(), bytesOfText(tail));
  return { type, bytes: null, content: () => sendable(pieces()), fault };
}

/** `application/json`: the image as Base64, then the options; or the options and its address. */
export function jsonBody(photo: RereadablePhoto | URL, options: Fields): Body {
  const type = 'application/json';
  const members = () => withBase64(given(options));
  if (photo instanceof URL) {
    const whole = async () => new Blob([JSON.stringify({ ...(await members()), image_url: photo.href })]);
    return { type, bytes: fileBytes(options), content: whole, fault: () => undefined };
  }
  const tail = async function* () {
    const text = JSON.stringify(await members());
    yield* bytesOfText(text === '{}' ? '"}' : `",${text.slice(1)}`);
  };
  const pieces = () => piecesBetween(bytesOfText('{"image_base64":"'), base64Of(photo.pieces()), tail());
  const { bytes, fault } = photo;
  if (bytes === null) return { type, bytes, content: () => sendable(pieces()), fault };
  return { type, bytes: (bytes * 4) / 3 + fileBytes(options), content: () => gather(pieces()), fault };
}

function wholeBody(type: string, blob: Blob): Body {
  return { type, bytes: blob.size, content: () => blob, fault: () => undefined };
}

/** Whether an option is a whole file. */
function isFile(value: unknown): value is Blob | ArrayBuffer | ArrayBufferView<ArrayBuffer> {
  return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

/** What files among the options take as Base64. */
function fileBytes(options: Fields): number {
  const files = given(options).flatMap(([, value]) => (isFile(value) ? [new Blob([value]).size] : []));
  return files.reduce((sum, size) => sum + (size * 4) / 3, 0);
}

/** The members of a JSON body, with files as Base64. */
async function withBase64(options: [string, unknown][]): Promise<Readonly<Record<string, unknown>>> {
  const members = options.map(async ([name, value]) => [name, isFile(value) ? await base64TextOf(value) : value]);
  return Object.fromEntries(await Promise.all(members));
}

async function base64TextOf(file: Piece): Promise<string> {
  return new TextDecoder().decode(await gathered(base64Of(piecesOf(new Blob([file]).stream()))));
}

async function* bytesOfText(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function* piecesBetween(...parts: readonly AsyncIterable<Uint8Array>[]) {
  for (const part of parts) yield* part;
}

function sendable(pieces: AsyncGenerator<Uint8Array>): Promise<Blob> | ReadableStream<Uint8Array> {
  return streamsRequests ? streamOf(pieces) : gather(pieces);
}

async function gather(pieces: AsyncIterable<Uint8Array>): Promise<Blob> {
  return new Blob([await gathered(pieces)]);
}

function given(options: Fields): [string, unknown][] {
  return Object.entries(options).filter(([, value]) => value !== undefined && value !== null);
}
