/** Requests to the service, written out, and how Node's fetch sends them. */
import { type OperationName, operationNamed } from '../src/contract/operations.ts';
import type { Answer } from './http-message.ts';

/** One request; what is not here is not sent. */
export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /** Sends the body in chunks, without announcing its length. */
  readonly chunked?: boolean;
}

export type Sender = (base: string, call: Call) => Promise<Answer>;

/** One part of a multipart body. */
export interface Part {
  readonly name: string;
  readonly content: Buffer | string;
  readonly fileName?: string;
  readonly type?: string;
}

const boundary = 'edgematte-0123456789abcdef';
export const multipartType = `multipart/form-data; boundary=${boundary}`;

/** RFC 7578. */
export function multipartBody(parts: readonly Part[]): Buffer {
  const pieces = parts.flatMap(({ name, content, fileName, type }) => {
    const file = fileName === undefined ? '' : `; filename="${fileName}"`;
    const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`;
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
}

/** The part `file` of an upload. */
export function filePart(content: Buffer | string): Part {
  return { name: 'file', content, fileName: 'photo.jpg', type: 'image/jpeg' };
}

export function multipartCall(path: string, key: string, parts: readonly Part[]): Call {
  return {
    method: 'POST',
    path,
    headers: { 'X-API-Key': key, 'Content-Type': multipartType },
    body: multipartBody(parts),
  };
}

/** @param body a JSON text, or a value to write as one */
export function jsonCall(path: string, key: string, body: unknown): Call {
  const text = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
  return {
    method: 'POST',
    path,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: Buffer.from(text),
  };
}

export function creditCall(key: string): Call {
  return { method: 'GET', path: '/available-credit', headers: { 'X-API-Key': key, Accept: 'application/json' } };
}

/** Sends a call with Node's fetch. */
export const sendWithFetch: Sender = async (base, { method, path, headers, body, chunked }) => {
  const stream = body && chunked ? new Blob([new Uint8Array(body)]).stream() : undefined;
  const init: RequestInit & { duplex?: 'half' } = { method, headers };
  if (stream) Object.assign(init, { body: stream, duplex: 'half' });
  else if (body) init.body = new Uint8Array(body);
  const answer = await fetch(base + path, init);
  return { status: answer.status, headers: answer.headers, body: Buffer.from(await answer.arrayBuffer()) };
};

/** An option of the operation that is a boolean: all are read by the same rules. */
export function booleanOptionOf(name: OperationName): string {
  return operationNamed(name).result.startsWith('car-') ? 'reconstruct_windows' : 'include_image_type';
}
