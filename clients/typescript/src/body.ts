/** The bodies of requests: a form with a file, or JSON with Base64. A streamed photo makes a streamed body. */
import { base64Of } from './base64.ts';
import type { RereadablePhoto } from './photo.ts';
import { gathered, streamOf } from './streams.ts';

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

/** `multipart/form-data`: the options as parts, then the file, or its address. RFC 7578. */
export function formBody(photo: RereadablePhoto | URL, options: Fields): Body {
  const boundary = `edgematte-${crypto.randomUUID()}`;
  const part = (name: string, rest: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${rest}\r\n\r\n`;
  const field = ([name, value]: [string, unknown]) => `${part(name, '')}${value}\r\n`;
  const fields = given(options).map(field);
  const head = `${fields.join('')}${part('file', '; filename="photo"\r\nContent-Type: application/octet-stream')}`;
  const end = `--${boundary}--\r\n`;
  const tail = `\r\n${end}`;
  const type = `multipart/form-data; boundary=${boundary}`;
  if (photo instanceof URL) return textBody(type, `${fields.join('')}${field(['image_url', photo.href])}${end}`);
  const { blob, fault } = photo;
  if (blob) return { type, bytes: blob.size, content: () => new Blob([head, blob, tail]), fault };
  return { type, bytes: null, content: () => sendable(piecesBetween(head, photo.pieces(), tail)), fault };
}

/** `application/json`: the image as Base64, then the options; or the options and its address. */
export function jsonBody(photo: RereadablePhoto | URL, options: Fields): Body {
  const type = 'application/json';
  if (photo instanceof URL) {
    return textBody(type, JSON.stringify({ ...Object.fromEntries(given(options)), image_url: photo.href }));
  }
  const members = JSON.stringify(Object.fromEntries(given(options)));
  const tail = members === '{}' ? '"}' : `",${members.slice(1)}`;
  const pieces = () => piecesBetween('{"image_base64":"', base64Of(photo.pieces()), tail);
  const { bytes, fault } = photo;
  if (bytes === null) return { type, bytes, content: () => sendable(pieces()), fault };
  return { type, bytes: (bytes * 4) / 3, content: () => gather(pieces()), fault };
}

function textBody(type: string, text: string): Body {
  const blob = new Blob([text]);
  return { type, bytes: blob.size, content: () => blob, fault: () => undefined };
}

async function* piecesBetween(head: string, middle: AsyncIterable<Uint8Array>, tail: string) {
  const encoder = new TextEncoder();
  yield encoder.encode(head);
  yield* middle;
  yield encoder.encode(tail);
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
