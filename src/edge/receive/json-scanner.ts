/**
 * Checks a JSON text (RFC 8259) as it streams by and hands on the members of its one object.
 *
 * The image is a string of up to 28 million characters that must never exist as one: a member that its sink wants
 * streamed arrives as runs of bytes, a small one as its source text, and all others are checked and passed over.
 */

export type MemberHandling = 'stream' | 'capture' | 'skip';

export interface MemberSink {
  /** A member of the outer object begins: how its value is wanted. */
  member(name: string): MemberHandling;
  /** A run of a streamed string without escapes. Valid during the call. */
  run(bytes: Uint8Array): void;
  /** One escaped UTF-16 code unit of a streamed string. */
  codeUnit(unit: number): void;
  /** The streamed member is over; `isString` is false when its value was of another type. */
  streamed(isString: boolean): void;
  /** Source text of a captured value. */
  captured(source: string): void;
}

/** The text is no JSON object, or is nested too deeply. */
export class JsonFault extends Error {}

const maxCapturedBytes = 4096;
const number = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const literals = new Set(['true', 'false', 'null']);
const escapes: Readonly<Record<string, number>> = {
  '"': 0x22,
  '\\': 0x5c,
  '/': 0x2f,
  b: 8,
  f: 12,
  n: 10,
  r: 13,
  t: 9,
};

type State =
  | 'start'
  | 'value'
  | 'value-or-end'
  | 'key'
  | 'key-or-end'
  | 'colon'
  | 'comma-or-end'
  | 'string'
  | 'escape'
  | 'unicode'
  | 'scalar'
  | 'over';

export class JsonScanner {
  private readonly sink: MemberSink;
  private readonly maxDepth: number;
  private state: State = 'start';
  private readonly open: ('{' | '[')[] = [];
  private isKey = false;
  private handling: MemberHandling = 'skip';
  /** Source of a key, of a captured value or of a number or literal. */
  private source: number[] = [];
  private unicode = '';
  private scalar = '';

  constructor(sink: MemberSink, maxDepth: number) {
    this.sink = sink;
    this.maxDepth = maxDepth;
  }

  /** Takes the next piece of the text. @throws JsonFault and whatever the sink throws */
  push(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      if (this.state === 'string') at = this.stringRun(bytes, at);
      else this.byte(bytes[at++]);
    }
  }

  /** Says that the text is over. @throws JsonFault when it is incomplete */
  end(): void {
    if (this.state !== 'over') throw new JsonFault('The JSON text is incomplete');
  }

  /** Everything up to the next quote or escape goes on in one piece. */
  private stringRun(bytes: Uint8Array, from: number): number {
    let at = from;
    while (at < bytes.length && bytes[at] !== 0x22 && bytes[at] !== 0x5c && bytes[at] >= 0x20) at++;
    if (at > from) this.text(bytes.subarray(from, at));
    if (at === bytes.length) return at;
    if (bytes[at] < 0x20) throw new JsonFault('A control character stands in a string');
    this.keepSource(bytes[at]);
    if (bytes[at] === 0x5c) this.state = 'escape';
    else this.stringEnd();
    return at + 1;
  }

  private text(run: Uint8Array): void {
    if (this.streaming()) this.sink.run(run);
    else for (const byte of run) this.keepSource(byte);
  }

  private byte(byte: number): void {
    const character = String.fromCharCode(byte);
    if (this.state === 'escape') this.escape(byte, character);
    else if (this.state === 'unicode') this.unicodeDigit(byte, character);
    else if (this.state === 'scalar' && /[-+.0-9A-Za-z]/.test(character)) this.scalarCharacter(byte, character);
    else this.betweenTokens(byte, character);
  }

  private betweenTokens(byte: number, character: string): void {
    if (this.state === 'scalar') this.scalarEnd();
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) this.structure(byte, character);
  }

  private structure(byte: number, character: string): void {
    const { state } = this;
    if (state === 'start') {
      if (character !== '{') throw new JsonFault('The JSON text is not an object');
      this.openBracket('{');
    } else if (state === 'key' || (state === 'key-or-end' && character !== '}')) {
      if (character !== '"') throw new JsonFault('An object member has no name');
      this.isKey = true;
      if (this.open.length === 1) this.source = [];
      this.keepSource(byte);
      this.state = 'string';
    } else if (state === 'colon') {
      if (character !== ':') throw new JsonFault('A member name is not followed by a colon');
      if (this.open.length > 1) this.keepSource(byte);
      this.state = 'value';
    } else if (state === 'value' || (state === 'value-or-end' && character !== ']')) {
      this.value(byte, character);
    } else if (character === '}' || character === ']') {
      this.closeBracket(character, byte);
    } else if (state === 'comma-or-end' && character === ',') {
      this.keepSource(byte);
      this.state = this.open.at(-1) === '{' ? 'key' : 'value';
    } else {
      throw new JsonFault('The JSON text has a character out of place');
    }
  }

  private value(byte: number, character: string): void {
    if (this.handling === 'stream' && this.open.length === 1 && character !== '"') {
      this.sink.streamed(false);
      this.handling = 'skip';
    }
    this.keepSource(byte);
    if (character === '{' || character === '[') {
      this.openBracket(character);
    } else if (character === '"') {
      this.isKey = false;
      this.state = 'string';
    } else {
      this.scalar = character;
      this.state = 'scalar';
    }
  }

  private openBracket(bracket: '{' | '['): void {
    if (this.open.length >= this.maxDepth) throw new JsonFault('The JSON text is nested too deeply');
    this.open.push(bracket);
    this.state = bracket === '{' ? 'key-or-end' : 'value-or-end';
  }

  private closeBracket(character: '}' | ']', byte: number): void {
    const closes = character === '}' ? '{' : '[';
    if (this.open.pop() !== closes || this.state === 'value' || this.state === 'key') {
      throw new JsonFault('The JSON text closes what it did not open');
    }
    if (this.open.length === 0) {
      this.state = 'over';
      return;
    }
    this.keepSource(byte);
    this.valueEnd();
  }

  private escape(byte: number, character: string): void {
    this.keepSource(byte);
    if (character === 'u') {
      this.unicode = '';
      this.state = 'unicode';
      return;
    }
    const unit = escapes[character];
    if (unit === undefined) throw new JsonFault('A string has an unknown escape');
    if (this.streaming()) this.sink.codeUnit(unit);
    this.state = 'string';
  }

  private unicodeDigit(byte: number, character: string): void {
    if (!/[0-9A-Fa-f]/.test(character)) throw new JsonFault('A string has a broken \\u escape');
    this.keepSource(byte);
    this.unicode += character;
    if (this.unicode.length < 4) return;
    if (this.streaming()) this.sink.codeUnit(Number.parseInt(this.unicode, 16));
    this.state = 'string';
  }

  private stringEnd(): void {
    if (this.isKey) {
      this.isKey = false;
      this.state = 'colon';
      if (this.open.length === 1) this.handling = this.sink.member(this.takeName());
      return;
    }
    if (this.streaming()) {
      this.handling = 'skip';
      this.sink.streamed(true);
    }
    this.valueEnd();
  }

  private scalarCharacter(byte: number, character: string): void {
    this.keepSource(byte);
    this.scalar += character;
    if (this.scalar.length > maxCapturedBytes) throw new JsonFault('A number is too long');
  }

  private scalarEnd(): void {
    if (!literals.has(this.scalar) && !number.test(this.scalar)) throw new JsonFault('A value is no JSON value');
    this.valueEnd();
  }

  private valueEnd(): void {
    this.state = 'comma-or-end';
    if (this.open.length !== 1 || this.handling !== 'capture') return;
    this.handling = 'skip';
    const { source } = this;
    this.source = [];
    this.sink.captured(decodeText(source));
  }

  /** The member name behind its source; a name too long to be one of ours is as good as any other. */
  private takeName(): string {
    const { source } = this;
    this.source = [];
    if (source.length > maxCapturedBytes) return '';
    // Bodies of millions of members exist, so their names are read cheaply: those that matter are ASCII.
    const quoted = String.fromCharCode(...source);
    return quoted.includes('\\') ? String(JSON.parse(quoted)) : quoted.slice(1, -1);
  }

  private streaming(): boolean {
    return this.handling === 'stream' && !this.isKey && this.open.length === 1;
  }

  private keepSource(byte: number): void {
    const wanted = this.handling === 'capture' || (this.isKey && this.open.length === 1);
    if (wanted && this.source.length <= maxCapturedBytes) this.source.push(byte);
  }
}

function decodeText(bytes: readonly number[]): string {
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
