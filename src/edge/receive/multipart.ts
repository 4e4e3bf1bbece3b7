/** Multipart bodies (operations 1, 3, 5): the rules of docs/decisions, section Multipart. */
import type { Limits } from '../../contract/limits.ts';
import { imageTooLarge, Refused } from '../../contract/refusals.ts';
import type { BodyReader } from './body.ts';
import { Form, malformed, readForm } from './form.ts';
import { headerParameters } from './header-parameters.ts';
import { MultipartScanner } from './multipart-scanner.ts';
import { announcesTooMuch, type BodyContent, type BodyTerms } from './terms.ts';

/** @throws Refused 408, 413, 422 */
export async function receiveMultipart<Wanted>(
  terms: BodyTerms<Wanted>,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<BodyContent<Wanted>> {
  // The file, the fields and the headers of parts: a longer body cannot hold a file within the limit.
  const imageBytes = terms.base64.size > 0 ? limits.maxJsonBytes : limits.maxImageBytes;
  const mostBytes = imageBytes + limits.maxFieldBytes + limits.maxParts * 1024;
  const tooLarge = new Refused(imageTooLarge('multipart', limits.maxImageBytes));
  const type = contentType?.trim() ?? '';
  const isForm = /^multipart\/form-data\s*(;|$)/i.test(type);
  if (announcesTooMuch(contentLength, mostBytes, isForm && terms.background !== null)) throw tooLarge;
  if (!isForm) throw new Refused(terms.missing(new Map()));
  const boundary = headerParameters(type).get('boundary') ?? '';
  // RFC 2046 section 5.1.1: 1 to 70 characters.
  if (boundary.length < 1 || boundary.length > 70) throw malformed('The Content-Type names no multipart boundary');

  const form = new Form(terms, limits, contentLength, body.room);
  const scanner = new MultipartScanner(boundary, form);
  return readForm(form, scanner, body, { mostBytes, tooLarge });
}
