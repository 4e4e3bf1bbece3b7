/** Base64 JSON bodies (operations 2, 4, 6, 7): the rules of docs/decisions, section Base64 JSON. */
import type { Limits } from '../../contract/limits.ts';
import { imageTooLarge, invalid, notUtf8, Refused, refusal, tooManyMembers } from '../../contract/refusals.ts';
import { jsonRefusals } from '../../contract/shape-refusals.ts';
import { Base64Image } from './base64-image.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { JsonFault, TooManyMembers } from './json-fault.ts';
import { JsonScanner, type MemberHandling, type MemberSink } from './json-scanner.ts';
import { type BodyTerms, type Taken, takenBy } from './terms.ts';
import { NotUtf8, Utf8Text } from './utf8-text.ts';

/** @throws Refused 400, 408, 422 */
export async function receiveJson<Wanted>(
  terms: BodyTerms<Wanted>,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<Taken<Wanted>> {
  const tooLarge = new Refused(imageTooLarge('json', limits.maxImageBytes));
  if (contentLength !== null && contentLength > limits.maxJsonBytes) throw tooLarge;
  if (contentType !== null && !/^(application\/json|[^;\s]+\/[^;\s]+\+json)\s*(;|$)/i.test(contentType.trim())) {
    throw new Refused(jsonRefusals.contentType);
  }
  const request = new ImageRequest(terms, limits, contentLength);
  const text = new Utf8Text(new JsonScanner(request, limits));
  try {
    for (let piece = await body.next(); piece; piece = await body.next()) {
      if (body.received > limits.maxJsonBytes) throw tooLarge;
      text.push(piece);
    }
    text.end();
  } catch (cause) {
    if (cause instanceof NotUtf8) throw new Refused(notUtf8(), cause);
    if (cause instanceof TooManyMembers) throw new Refused(tooManyMembers(limits.maxJsonMembers), cause);
    if (cause instanceof JsonFault || cause instanceof BrokenBody) throw new Refused(refusal('INVALID_JSON'), cause);
    throw cause;
  }
  return request.taken();
}

/** Collects the members that count. */
class ImageRequest<Wanted> implements MemberSink {
  readonly #terms: BodyTerms<Wanted>;
  readonly #image: Base64Image;
  readonly #options = new Map<string, unknown>();
  readonly #seen = new Set<string>();
  #twice: string | null = null;
  #imageIsText = false;
  #current = '';

  constructor(terms: BodyTerms<Wanted>, { maxImageBytes }: Limits, contentLength: number | null) {
    this.#terms = terms;
    const expected = contentLength === null ? null : Math.ceil(contentLength * 0.75);
    this.#image = new Base64Image(maxImageBytes, expected, imageTooLarge('json', maxImageBytes));
  }

  member(name: string): MemberHandling {
    this.#current = name;
    const { base64, options, url } = this.#terms;
    const isImage = base64.has(name);
    if (!isImage && name !== url && !options.has(name)) return 'skip';
    if (this.#seen.has(name)) this.#twice ??= name;
    this.#seen.add(name);
    if (!isImage) return 'capture';
    const first = [...base64].every((other) => other === name || !this.#seen.has(other));
    return first && this.#twice === null ? 'stream' : 'skip';
  }

  run(bytes: Uint8Array): void {
    this.#image.push(bytes);
  }

  streamed(isString: boolean): void {
    this.#imageIsText = isString;
    this.#image.end();
  }

  captured(source: string): void {
    this.#options.set(this.#current, parsed(source));
  }

  /** Shape first, then options, then what the image is: docs/decisions, admission, row 7. */
  taken(): Taken<Wanted> {
    const { base64, moreThanOne } = this.#terms;
    const named = [...base64].filter((name) => this.#seen.has(name));
    if (this.#twice) throw new Refused(invalid(['body', this.#twice], `Send ${this.#twice} only once`));
    if (named.length === 2) throw new Refused(moreThanOne);
    const image = () => this.#image.content();
    if (named.length === 0) return takenBy(this.#terms, null, this.#options);
    if (!this.#imageIsText) throw new Refused(jsonRefusals.noText);
    return takenBy(this.#terms, image, this.#options);
  }
}

/** A value too long to be an option of ours was cut: what is left tells its type. */
function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    if (source.startsWith('"')) return source.slice(1);
    return source.startsWith('[') ? [] : {};
  }
}
