/** Bodies of `application/x-www-form-urlencoded`, whose image is Base64. */
import type { Limits } from '../../contract/limits.ts';
import { imageTooLarge, Refused } from '../../contract/refusals.ts';
import type { BodyReader } from './body.ts';
import { Form, readForm } from './form.ts';
import type { BodyContent, BodyTerms } from './terms.ts';
import { UrlencodedScanner } from './urlencoded-scanner.ts';

/** @throws Refused 408, 413, 422 */
export async function receiveUrlencoded<Wanted>(
  terms: BodyTerms<Wanted>,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<BodyContent<Wanted>> {
  const mostBytes = limits.maxJsonBytes + limits.maxFieldBytes;
  const tooLarge = new Refused(imageTooLarge('multipart', limits.maxImageBytes));
  if (contentLength !== null && contentLength > mostBytes) throw tooLarge;
  const form = new Form(terms, limits, contentLength, body.room);
  return readForm(form, new UrlencodedScanner(form), body, { mostBytes, tooLarge });
}
