/** An image as Base64 text, piece by piece, from a JSON or a form body. */
import { type Refusal, Refused } from '../../contract/refusals.ts';
import type { Base64Refusals } from '../../contract/shape-refusals.ts';
import { Base64Decoder } from './base64-decoder.ts';
import { FileWithin, type GrowingFile } from './growing-file.ts';

/** Bytes of the longest prefix that is recognised, and of a piece that are looked at for it. */
const prefixBytes = 5;
const shownBytes = 64;

/** One image, decoded as it arrives. */
export class Base64Image {
  readonly #file: FileWithin;
  readonly #decoder: Base64Decoder;
  readonly #refusals: Base64Refusals;
  readonly #tooLarge: () => Refusal;
  #hasBegun = false;
  /** The first characters after white space, to recognise what is no Base64. */
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
    return this.#hasBegun;
  }

  /** Decodes a run of characters, one byte each. @throws Refused where the file is over the limit */
  push(bytes: Uint8Array): void {
    this.#hasBegun ||= bytes.length > 0;
    if (this.#beginning.length < prefixBytes) {
      const text = new TextDecoder('latin1').decode(bytes.subarray(0, shownBytes));
      this.#beginning = (this.#beginning + text).trimStart();
    }
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
    if (/^data:/i.test(this.#beginning)) throw new Refused(this.#refusals.dataPrefix);
    if (this.#decoder.problem === 'alphabet') throw new Refused(this.#wrongCharacter());
    if (this.#decoder.problem === 'lost-pluses') throw new Refused(this.#refusals.lostPluses);
    if (this.#decoder.problem === 'length') throw new Refused(this.#refusals.length);
    if (this.#file.content().length === 0) throw new Refused(this.#refusals.empty);
    return this.#file.content();
  }

  /** The refusal of a text by what it has in place of Base64. */
  #wrongCharacter(): Refusal {
    if (/^b['"]/.test(this.#beginning)) return this.#refusals.pythonBytes;
    switch (this.#decoder.wrongCharacter) {
      case '"':
      case "'":
        return this.#refusals.quotes;
      case '%':
        return this.#refusals.percentEscapes;
      case '-':
      case '_':
        return this.#refusals.urlAlphabet;
      default:
        return this.#refusals.alphabet;
    }
  }

  #checkLength(): void {
    if (this.#decoder.problem === 'too-large') throw new Refused(this.#tooLarge());
  }
}
