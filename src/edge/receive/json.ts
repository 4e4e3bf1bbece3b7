/** Base64 JSON bodies (operations 2, 4, 6, 7): the rules of docs/decisions, section Base64 JSON. */
import { imageNames } from '../../contract/encoding.ts';
import type { Limits } from '../../contract/limits.ts';
import { optionNames, type ProcessingOperation } from '../../contract/operations.ts';
import { imageTooLarge, invalid, notUtf8, Refused, refusal, tooManyMembers } from '../../contract/refusals.ts';
import { jsonRefusals } from '../../contract/shape-refusals.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { type BodyReader, BrokenBody } from './body.ts';
import { GrowingFile } from './growing-file.ts';
import { JsonFault, TooManyMembers } from './json-fault.ts';
import { JsonScanner, type MemberHandling, type MemberSink } from './json-scanner.ts';
import type { Received } from './received.ts';
import { NotUtf8, Utf8Text } from './utf8-text.ts';

const ofImage: ReadonlySet<string> = new Set(imageNames.json);

/** @throws Refused 400, 408, 422 */
export async function receiveJson(
  operation: ProcessingOperation,
  contentType: string | null,
  contentLength: number | null,
  body: BodyReader,
  limits: Limits,
): Promise<Received> {
  const tooLarge = new Refused(imageTooLarge('json', limits.maxImageBytes));
  if (contentLength !== null && contentLength > limits.maxJsonBytes) throw tooLarge;
  if (contentType !== null && !/^(application\/json|[^;\s]+\/[^;\s]+\+json)\s*(;|$)/i.test(contentType.trim())) {
    throw new Refused(jsonRefusals.contentType);
  }
  const request = new ImageRequest(limits, contentLength, tooLarge);
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
  return request.result(operation);
}

/** Collects the members that the contract knows. */
class ImageRequest implements MemberSink {
  readonly #file: GrowingFile;
  readonly #image: Base64Decoder;
  readonly #tooLarge: Refused;
  readonly #options = new Map<string, unknown>();
  readonly #seen = new Set<string>();
  #twice: string | null = null;
  #imageIsText = false;
  #current = '';
  /** The first characters of the image, to recognise a `data:` prefix. */
  #beginning = '';

  constructor(limits: Limits, contentLength: number | null, tooLarge: Refused) {
    this.#tooLarge = tooLarge;
    this.#file = new GrowingFile(limits.maxImageBytes, contentLength === null ? null : Math.ceil(contentLength * 0.75));
    this.#image = new Base64Decoder(this.#file);
  }

  member(name: string): MemberHandling {
    this.#current = name;
    const isImage = ofImage.has(name);
    if (!isImage && !optionNames.has(name)) return 'skip';
    if (this.#seen.has(name)) this.#twice ??= name;
    this.#seen.add(name);
    if (!isImage) return 'capture';
    const first = [...ofImage].every((other) => other === name || !this.#seen.has(other));
    return first && this.#twice === null ? 'stream' : 'skip';
  }

  run(bytes: Uint8Array): void {
    if (this.#beginning.length < 5) this.#beginning += new TextDecoder().decode(bytes.subarray(0, 5));
    this.#image.push(bytes);
    if (this.#image.problem === 'too-large') throw this.#tooLarge;
  }

  streamed(isString: boolean): void {
    this.#imageIsText = isString;
    this.#image.end();
    if (this.#image.problem === 'too-large') throw this.#tooLarge;
  }

  captured(source: string): void {
    this.#options.set(this.#current, parsed(source));
  }

  /** Shape first, then options, then what the image is: docs/decisions, admission, row 7. */
  result(operation: ProcessingOperation): Received {
    const named = [...ofImage].filter((name) => this.#seen.has(name));
    if (this.#twice) throw new Refused(invalid(['body', this.#twice], `Send ${this.#twice} only once`));
    if (named.length === 2) throw new Refused(jsonRefusals.bothNames);
    if (named.length === 0) throw new Refused(refusal('MISSING_FIELD'));
    if (!this.#imageIsText) throw new Refused(jsonRefusals.noText);
    const task = operation.read(this.#options);
    this.#checkImage();
    return { file: this.#file.content(), task };
  }

  #checkImage(): void {
    if (this.#beginning.startsWith('data:')) throw new Refused(jsonRefusals.dataPrefix);
    if (this.#image.problem === 'alphabet') throw new Refused(jsonRefusals.alphabet);
    if (this.#image.problem === 'length') throw new Refused(jsonRefusals.length);
    if (this.#file.content().length === 0) throw new Refused(jsonRefusals.empty);
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
