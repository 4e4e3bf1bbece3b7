/** An image that comes as Base64 text, piece by piece, whatever carries the text. */
import { type Refusal, Refused } from '../../contract/refusals.ts';
import { jsonRefusals } from '../../contract/shape-refusals.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { GrowingFile } from './growing-file.ts';

/** One image, decoded as it streams by. */
export class Base64Image {
  readonly #file: GrowingFile;
  readonly #decoder: Base64Decoder;
  readonly #tooLarge: Refusal;
  /** The first characters, to recognise a `data:` prefix. */
  #beginning = '';

  /** @param expectedBytes of the file, where the request announced a length */
  constructor(limitBytes: number, expectedBytes: number | null, tooLarge: Refusal) {
    this.#file = new GrowingFile(limitBytes, expectedBytes);
    this.#decoder = new Base64Decoder(this.#file);
    this.#tooLarge = tooLarge;
  }

  /** Whether any text has come. */
  get hasBegun(): boolean {
    return this.#beginning !== '';
  }

  /** Takes a run of characters, one byte each. @throws Refused where the file is over the limit */
  push(bytes: Uint8Array): void {
    if (this.#beginning.length < 5) this.#beginning += new TextDecoder().decode(bytes.subarray(0, 5));
    this.#decoder.push(bytes);
    this.#checkLength();
  }

  /** Says that the text is over. @throws Refused where the file is over the limit */
  end(): void {
    this.#decoder.end();
    this.#checkLength();
  }

  /** The file. @throws Refused 422 where the text is not Base64, or nothing */
  content(): Uint8Array<ArrayBuffer> {
    if (this.#beginning.startsWith('data:')) throw new Refused(jsonRefusals.dataPrefix);
    if (this.#decoder.problem === 'alphabet') throw new Refused(jsonRefusals.alphabet);
    if (this.#decoder.problem === 'lost-pluses') throw new Refused(jsonRefusals.lostPluses);
    if (this.#decoder.problem === 'length') throw new Refused(jsonRefusals.length);
    if (this.#file.content().length === 0) throw new Refused(jsonRefusals.empty);
    return this.#file.content();
  }

  #checkLength(): void {
    if (this.#decoder.problem === 'too-large') throw new Refused(this.#tooLarge);
  }
}
