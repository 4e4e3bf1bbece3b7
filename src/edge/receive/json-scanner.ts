/**
 * Checks a JSON text (RFC 8259) as it arrives, and passes on the members of its one object.
 *
 * The image is a string of up to 28 million characters that must never exist as one: a member that its sink wants
 * streamed arrives as runs of bytes, a small one as its source text, and all others are checked and passed over.
 * Strings, numbers and white space are read in runs, so that no byte of a hostile text costs more than one of an image.
 */
import { JsonFault, TooManyMembers } from './json-fault.ts';
import { JsonSource } from './json-source.ts';
import { JsonString } from './json-string.ts';

export type MemberHandling = 'stream' | 'capture' | 'skip';

export interface MemberSink {
  /** A member of the outer object begins. @returns how its value is wanted */
  member(name: string): MemberHandling;
  /** A run of a streamed string, unescaped (`beyondAscii` for escapes beyond ASCII). Valid during the call. */
  run(bytes: Uint8Array): void;
  /** The streamed member ends; `isString` is false if its value was of another type, `isNull` true if it was null. */
  streamed(isString: boolean, isNull: boolean): void;
  /** Source text of a captured value, without the white space between its tokens. */
  captured(source: string): void;
}

export interface JsonLimits {
  readonly maxJsonDepth: number;
  /** Members and array elements, nested ones counted. */
  readonly maxJsonMembers: number;
}

type State =
  | 'start'
  | 'value'
  | 'value-or-end'
  | 'key'
  | 'key-or-end'
  | 'colon'
  | 'comma-or-end'
  | 'string'
  | 'scalar'
  | 'over';

const code = (character: string) => character.charCodeAt(0);
const [quote, colon, comma, letterN] = [code('"'), code(':'), code(','), code('n')];
const [openObject, closeObject, openArray, closeArray] = [code('{'), code('}'), code('['), code(']')];
const isSpace = byteSet(' \t\n\r');
const isScalar = byteSet('-+.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const scalar = /^(true|false|null|-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?)$/;

/** Checks bytes piece by piece, and passes members to its sink. */
export class JsonScanner {
  readonly #sink: MemberSink;
  readonly #limits: JsonLimits;
  #state: State = 'start';
  /** Open brackets. */
  readonly #open: number[] = [];
  #members = 0;
  #isKey = false;
  #handling: MemberHandling = 'skip';
  readonly #string = new JsonString();
  /** Of a name of the outer object, or of a captured value. */
  readonly #source = new JsonSource();
  readonly #scalar = new JsonSource();

  constructor(sink: MemberSink, limits: JsonLimits) {
    this.#sink = sink;
    this.#limits = limits;
  }

  /**
   * Reads the next piece of the text, and may overwrite it.
   * @throws JsonFault, TooManyMembers and what the sink throws
   */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.#state === 'string') at = this.#readString(bytes, at);
      else if (this.#state === 'scalar') at = this.#readScalar(bytes, at);
      else if (isSpace[bytes[at]] === 1) at = endOfRun(bytes, at, isSpace);
      else this.#structure(bytes[at++]);
    }
  }

  /** Ends the text. @throws JsonFault when it is incomplete */
  end(): void {
    if (this.#state !== 'over') throw new JsonFault('The JSON text is incomplete');
  }

  #readString(bytes: Uint8Array, from: number): number {
    const streaming = this.#handling === 'stream' && !this.#isKey && this.#open.length === 1;
    const { at, textEnd, closed } = this.#string.read(bytes, from, streaming);
    if (streaming && textEnd > from) this.#sink.run(bytes.subarray(from, textEnd));
    if (this.#keepsSource()) this.#source.keep(bytes, from, at);
    if (closed) this.#stringEnd(streaming);
    return at;
  }

  #stringEnd(streaming: boolean): void {
    if (this.#isKey) {
      this.#state = 'colon';
      if (this.#open.length === 1) this.#handling = this.#sink.member(this.#takeName());
      this.#isKey = false;
      return;
    }
    if (streaming) {
      this.#handling = 'skip';
      this.#sink.streamed(true, false);
    }
    this.#valueEnd();
  }

  #readScalar(bytes: Uint8Array, from: number): number {
    const at = endOfRun(bytes, from, isScalar);
    this.#scalar.keep(bytes, from, at);
    if (this.#keepsSource()) this.#source.keep(bytes, from, at);
    if (this.#scalar.isCut) throw new JsonFault('A number is too long');
    if (at === bytes.length) return at;
    if (!scalar.test(this.#scalar.take())) throw new JsonFault('A value is no JSON value');
    this.#valueEnd();
    return at;
  }

  /** A byte between values, or the first of one. */
  #structure(byte: number): void {
    const state = this.#state;
    if (state === 'start' && byte === openObject) this.#openBracket(byte);
    else if (byte === closeObject && (state === 'key-or-end' || this.#follows(openObject))) this.#closeBracket(byte);
    else if (byte === closeArray && (state === 'value-or-end' || this.#follows(openArray))) this.#closeBracket(byte);
    else if (byte === quote && (state === 'key' || state === 'key-or-end')) this.#beginName();
    else if (byte === colon && state === 'colon') this.#beginsValue(byte);
    else if (byte === comma && state === 'comma-or-end') this.#beginsNext(byte);
    else if (state === 'value' || state === 'value-or-end') this.#value(byte);
    else throw new JsonFault('The JSON text has a character out of place');
  }

  /** Whether a value inside that bracket has just ended. */
  #follows(bracket: number): boolean {
    return this.#state === 'comma-or-end' && this.#open.at(-1) === bracket;
  }

  #beginName(): void {
    this.#count();
    this.#isKey = true;
    if (this.#keepsSource()) this.#source.keepByte(quote);
    this.#state = 'string';
  }

  #beginsValue(byte: number): void {
    if (this.#open.length > 1 && this.#keepsSource()) this.#source.keepByte(byte);
    this.#state = 'value';
  }

  #beginsNext(byte: number): void {
    if (this.#keepsSource()) this.#source.keepByte(byte);
    this.#state = this.#open.at(-1) === openObject ? 'key' : 'value';
  }

  #value(byte: number): void {
    if (this.#open.at(-1) === openArray) this.#count();
    if (this.#handling === 'stream' && this.#open.length === 1 && byte !== quote) {
      // This begins null, or is no JSON.
      this.#sink.streamed(false, byte === letterN);
      this.#handling = 'skip';
    }
    if (this.#keepsSource()) this.#source.keepByte(byte);
    if (byte === openObject || byte === openArray) {
      this.#openBracket(byte);
    } else if (byte === quote) {
      this.#state = 'string';
    } else if (isScalar[byte] === 1) {
      this.#scalar.keepByte(byte);
      this.#state = 'scalar';
    } else {
      throw new JsonFault('A value is no JSON value');
    }
  }

  #openBracket(bracket: number): void {
    if (this.#open.length >= this.#limits.maxJsonDepth) throw new JsonFault('The JSON text is nested too deeply');
    this.#open.push(bracket);
    this.#state = bracket === openObject ? 'key-or-end' : 'value-or-end';
  }

  #closeBracket(bracket: number): void {
    this.#open.pop();
    if (this.#open.length === 0) {
      this.#state = 'over';
      return;
    }
    if (this.#keepsSource()) this.#source.keepByte(bracket);
    this.#valueEnd();
  }

  #valueEnd(): void {
    this.#state = 'comma-or-end';
    if (this.#open.length !== 1 || this.#handling !== 'capture') return;
    this.#handling = 'skip';
    this.#sink.captured(this.#source.take());
  }

  /** A member or an array element begins. */
  #count(): void {
    if (++this.#members > this.#limits.maxJsonMembers) throw new TooManyMembers();
  }

  /** The member name of its source text; any unknown name for one longer than all that count. */
  #takeName(): string {
    const { isCut } = this.#source;
    const quoted = this.#source.take();
    return isCut ? '' : String(JSON.parse(quoted));
  }

  #keepsSource(): boolean {
    return this.#handling === 'capture' || (this.#isKey && this.#open.length === 1);
  }
}

/** Index after the run of such bytes that begins at `from`. */
function endOfRun(bytes: Uint8Array, from: number, set: Uint8Array): number {
  let at = from;
  while (at < bytes.length && set[bytes[at]] === 1) at++;
  return at;
}

function byteSet(characters: string): Uint8Array {
  const set = new Uint8Array(256);
  for (const character of characters) set[code(character)] = 1;
  return set;
}
