/** An image as Base64 text, piece by piece, from a JSON or a form body. */
import { type Refusal, Refused } from '../../contract/refusals.ts';
import type { Base64Refusals } from '../../contract/shape-refusals.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { FileWithin, type GrowingFile } from './growing-file.ts';

/** One image, decoded as it arrives. */
export class Base64Image {
  readonly #file: FileWithin;
  readonly #decoder: Base64Decoder;
  readonly #refusals: Base64Refusals;
  readonly #tooLarge: () => Refusal;
  /** The first characters, to recognise a `data:` prefix. */
  #beginning = '';

  /**
   * @param all the files of the call, with those before
   * @param tooLarge the refusal if all are over the limit together
   */
  constructor(all: GrowingFile, refusals: Base64Refusals, tooLarge: () => Refusal) {
    this.#file = new FileWithin(all);
    this.#decoder = new Base64Decoder(this.#file);
    this.#refusals = refusals;
    this.#tooLarge = tooLarge;
  }

  /** Whether any text has come. */
  get hasBegun(): boolean {
    return this.#beginning !== '';
  }

  /** Decodes a run of characters, one byte each. @throws Refused where the file is over the limit */
  push(bytes: Uint8Array): void {
    if (this.#beginning.length < 5) this.#beginning += new TextDecoder().decode(bytes.subarray(0, 5));
    this.#decoder.push(bytes);
    this.#checkLength();
  }

  /** Ends the text. @throws Refused where the file is over the limit */
  end(): void {
    this.#decoder.end();
    this.#checkLength();
  }

  /** The file. @throws Refused 422 where the text is not Base64, or nothing */
  content(): Uint8Array<ArrayBuffer> {
    if (this.#beginning.startsWith('data:')) throw new Refused(this.#refusals.dataPrefix);
    if (this.#decoder.problem === 'alphabet') throw new Refused(this.#refusals.alphabet);
    if (this.#decoder.problem === 'lost-pluses') throw new Refused(this.#refusals.lostPluses);
    if (this.#decoder.problem === 'length') throw new Refused(this.#refusals.length);
    if (this.#file.content().length === 0) throw new Refused(this.#refusals.empty);
    return this.#file.content();
  }

  #checkLength(): void {
    if (this.#decoder.problem === 'too-large') throw new Refused(this.#tooLarge());
  }
}
