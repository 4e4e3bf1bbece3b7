/** Takes the request body in: the image once, the options, nothing else. */
import type { BodyEncoding } from '../../contract/encoding.ts';
import type { ProcessingOperation } from '../../contract/operations.ts';
import { encodedBody, Refused } from '../../contract/refusals.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from './body.ts';
import { receiveJson } from './json.ts';
import { receiveMultipart } from './multipart.ts';
import type { Received } from './received.ts';

const readers = { multipart: receiveMultipart, json: receiveJson } as const satisfies Record<BodyEncoding, unknown>;

/**
 * Reads the body of a request as its operation takes it.
 * @throws Refused 400, 408, 413, 422
 */
export async function receive(
  { request, settings }: Exchange,
  operation: ProcessingOperation,
  body: BodyReader,
): Promise<Received> {
  if (isEncoded(request)) throw new Refused(encodedBody());
  const contentType = request.headers.get('Content-Type');
  const contentLength = announcedLength(request);
  return readers[operation.encoding](operation, contentType, contentLength, body, settings.limits);
}

/** Whether `Content-Encoding` names anything but `identity` (RFC 9110 section 8.4). */
function isEncoded({ headers }: Request): boolean {
  const codings = (headers.get('Content-Encoding') ?? '').split(',').map((coding) => coding.trim().toLowerCase());
  return codings.some((coding) => coding !== '' && coding !== 'identity');
}

/** `Content-Length`, or null for an upload that announces none. */
export function announcedLength({ headers }: Request): number | null {
  const text = headers.get('Content-Length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
