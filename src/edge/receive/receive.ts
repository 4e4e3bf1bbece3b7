/** Takes the request body in: the image once, the options, nothing else. */
import type { ProcessingOperation } from '../../contract/operations.ts';
import type { Exchange } from '../exchange.ts';
import type { BodyReader } from './body.ts';
import { receiveJson } from './json.ts';
import { receiveMultipart } from './multipart.ts';
import type { Received } from './received.ts';

/** @throws Refused 400, 408, 413, 422 */
export function receive(
  { request, settings }: Exchange,
  operation: ProcessingOperation,
  body: BodyReader,
): Promise<Received> {
  const contentType = request.headers.get('Content-Type');
  const contentLength = announcedLength(request);
  return operation.encoding === 'multipart'
    ? receiveMultipart(operation, contentType ?? '', contentLength, body, settings.limits)
    : receiveJson(operation, contentType, contentLength, body, settings.limits);
}

/** `Content-Length`, or null for an upload that announces none. */
export function announcedLength({ headers }: Request): number | null {
  const text = headers.get('Content-Length');
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
