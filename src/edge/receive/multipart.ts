/** Multipart bodies (operations 1, 3, 5): the rules of docs/decisions, section Multipart. */
import type { Limits } from '../../contract/limits.ts';
import { imageTooLarge, Refused } from '../../contract/refusals.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { Form, malformed } from './form.ts';
import { MultipartFault, MultipartScanner } from './multipart-scanner.ts';
import type { BodyTerms, Taken } from './terms.ts';

/** @throws Refused 408, 413, 422 */
export async function receiveMultipart<Wanted>(
  terms: BodyTerms<Wanted>,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<Taken<Wanted>> {
  // Room for the parts' headers beside the file and the fields; a longer body cannot hold a file within the limit.
  const imageBytes = terms.base64.size > 0 ? limits.maxJsonBytes : limits.maxImageBytes;
  const mostBytes = imageBytes + limits.maxFieldBytes + limits.maxParts * 1024;
  const tooLarge = new Refused(imageTooLarge('multipart', limits.maxImageBytes));
  if (contentLength !== null && contentLength > mostBytes) throw tooLarge;
  const type = contentType?.trim() ?? '';
  if (!/^multipart\/form-data\s*(;|$)/i.test(type)) throw new Refused(terms.missing);
  const boundary = /;\s*boundary\s*=\s*(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(type);
  if (!boundary) throw malformed('The Content-Type names no multipart boundary');

  const form = new Form(terms, limits, contentLength);
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
  return form.taken();
}
