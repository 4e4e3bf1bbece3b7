/** Base64 JSON bodies (operations 2, 4, 6, 7): the rules of docs/decisions, section Base64 JSON. */
import type { Limits } from '../../contract/limits.ts';
import { backgroundTooLarge } from '../../contract/output/background.ts';
import {
  imageTooLarge,
  invalid,
  invalidJson,
  notUtf8,
  type Refusal,
  Refused,
  tooManyMembers,
} from '../../contract/refusals.ts';
import { base64Refusals, jsonRefusals } from '../../contract/shape-refusals.ts';
import { Base64Image } from './base64-image.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { type FileRoom, GrowingFile } from './growing-file.ts';
import { JsonFault, TooManyMembers } from './json-fault.ts';
import { JsonScanner, type MemberHandling, type MemberSink } from './json-scanner.ts';
import { announcesTooMuch, type BodyContent, type BodyTerms, contentBy } from './terms.ts';
import { NotUtf8, Utf8Text } from './utf8-text.ts';

const jsonType = /^(application\/json|[^;\s]+\/[^;\s]+\+json)\s*(;|$)/i;

/** @throws Refused 400, 408, 422 */
export async function receiveJson<Wanted>(
  terms: BodyTerms<Wanted>,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<BodyContent<Wanted>> {
  const tooLarge = new Refused(imageTooLarge('json', limits.maxImageBytes));
  const isJson = contentType === null || jsonType.test(contentType.trim());
  if (announcesTooMuch(contentLength, limits.maxJsonBytes, isJson && terms.background !== null)) throw tooLarge;
  if (!isJson) throw new Refused(jsonRefusals.contentType);
  const request = new ImageRequest(terms, limits, contentLength, body.room);
  const text = new Utf8Text(new JsonScanner(request, limits));
  try {
    for (let piece = await body.next(); piece; piece = await body.next()) {
      if (body.received > limits.maxJsonBytes) throw tooLarge;
      text.push(piece);
    }
    text.end();
  } catch (cause) {
    // Too long a body is refused for its length, whatever it holds, unless it may hold a background.
    const isShape = [NotUtf8, TooManyMembers, JsonFault].some((fault) => cause instanceof fault);
    if (isShape && announcesTooMuch(contentLength, limits.maxJsonBytes, request.hasBackground)) throw tooLarge;
    if (cause instanceof NotUtf8) throw new Refused(invalidJson(notUtf8), cause);
    if (cause instanceof TooManyMembers) throw new Refused(tooManyMembers(limits.maxJsonMembers), cause);
    if (cause instanceof JsonFault) throw new Refused(invalidJson(cause.found), cause);
    if (cause instanceof BrokenBody) throw new Refused(invalidJson(null), cause);
    throw cause;
  }
  return request.content();
}

/** Collects the members that count. */
class ImageRequest<Wanted> implements MemberSink {
  readonly #terms: BodyTerms<Wanted>;
  readonly #files: GrowingFile;
  readonly #maxImageBytes: number;
  #image: Base64Image | null = null;
  #background: Base64Image | null = null;
  readonly #options = new Map<string, unknown>();
  readonly #seen = new Set<string>();
  readonly #names: string[] = [];
  #twice: string | null = null;
  #imageIsText = false;
  #current = '';

  constructor(terms: BodyTerms<Wanted>, { maxImageBytes }: Limits, contentLength: number | null, room: FileRoom) {
    this.#terms = terms;
    const expected = contentLength === null ? null : Math.ceil(contentLength * 0.75);
    this.#files = new GrowingFile(maxImageBytes, expected, room);
    this.#maxImageBytes = maxImageBytes;
  }

  /** Whether a background has begun. */
  get hasBackground(): boolean {
    return this.#background?.hasBegun === true;
  }

  member(name: string): MemberHandling {
    this.#current = name;
    this.#names.push(name);
    const { base64, options, url, background } = this.#terms;
    const isImage = base64.has(name);
    const isBackground = background?.image === name;
    if (!isImage && !isBackground && name !== url && !options.has(name)) return 'skip';
    if (this.#seen.has(name)) this.#twice ??= name;
    this.#seen.add(name);
    if (isBackground) return this.#twice === null ? this.#begin(name) : 'skip';
    if (!isImage) return 'capture';
    const first = [...base64].every((other) => other === name || !this.#seen.has(other));
    return first && this.#twice === null ? this.#begin(name) : 'skip';
  }

  /** Begins a picture; the other one, if there is one, is complete. */
  #begin(name: string): MemberHandling {
    const isBackground = this.#terms.background?.image === name;
    const refusals = isBackground ? base64Refusals(['body', name]) : jsonRefusals;
    const picture = new Base64Image(this.#files, refusals, () => this.#tooLarge());
    if (isBackground) this.#background = picture;
    else this.#image = picture;
    return 'stream';
  }

  #tooLarge(): Refusal {
    const { background } = this.#terms;
    return this.hasBackground && background
      ? backgroundTooLarge(this.#maxImageBytes, background.image)
      : imageTooLarge('json', this.#maxImageBytes);
  }

  run(bytes: Uint8Array): void {
    this.#inWork()?.push(bytes);
  }

  streamed(isString: boolean, isNull: boolean): void {
    const picture = this.#inWork();
    picture?.end();
    const isEmpty = isNull || (isString && !picture?.hasBegun);
    const isBackground = this.#current === this.#terms.background?.image;
    if (isEmpty && this.#terms.emptyIsAbsent) this.#seen.delete(this.#current);
    // An option of null counts as absent everywhere.
    if (isBackground && isEmpty && (isNull || this.#terms.emptyIsAbsent)) this.#background = null;
    else if (!isBackground) this.#imageIsText = isString;
    else if (!isString) throw new Refused(base64Refusals(['body', this.#current]).noText);
  }

  #inWork(): Base64Image | null {
    return this.#current === this.#terms.background?.image ? this.#background : this.#image;
  }

  captured(source: string): void {
    this.#options.set(this.#current, parsed(source));
  }

  /** Checks the shape first, then options, then the image. */
  content(): BodyContent<Wanted> {
    const { base64, moreThanOne } = this.#terms;
    const named = [...base64].filter((name) => this.#seen.has(name));
    if (this.#twice) throw new Refused(invalid(['body', this.#twice], `Send ${this.#twice} only once`));
    if (named.length === 2) throw new Refused(moreThanOne);
    const [image, background] = [this.#image, this.#background].map((it) => it && (() => it.content()));
    const rest = { background, given: this.#options, names: this.#names };
    if (named.length === 0) return contentBy(this.#terms, { image: null, ...rest });
    if (!this.#imageIsText) throw new Refused(jsonRefusals.noText);
    return contentBy(this.#terms, { image, ...rest });
  }
}

/** A value longer than any option was cut; its beginning shows its type. */
function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    if (source.startsWith('"')) return source.slice(1);
    return source.startsWith('[') ? [] : {};
  }
}
