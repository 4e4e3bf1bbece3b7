/** Runs of the command line in a folder of their own, against a server with scripted answers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, vi } from 'vitest';
import { runProgram } from '../../../../../src/wire/command-line/run.ts';
import { program } from '../program.ts';

/** How a PNG ends. */
const png = Buffer.from('0000000049454e44ae426082', 'hex');

/** An answer other than 200. */
export interface ScriptedRefusal {
  readonly status: number;
  /** @default A_CODE */
  readonly code?: string;
  readonly retryAfter?: number;
}

/** What a test sets before a run, and sees after it. All of it is new for each test. */
export class ScriptedRun {
  /** The next answers to a picture; 200 once there are none. */
  refusals: ScriptedRefusal[] = [];
  /** Whether the next answers of 200 need a review, in their order; none does once there are none. */
  reviews: boolean[] = [];
  creditStatus = 200;
  credit = 9;
  /** Calls that the key may begin in a minute. */
  rate = 100;
  /** `Idempotency-Key` of each request with a picture that came. */
  readonly keys: (string | undefined)[] = [];
  /** The body of each of them, as text. */
  readonly #bodies: string[] = [];
  /** How often the balance was asked for. */
  questions = 0;
  /** The text so far on standard error, and on standard output. */
  complaints: string[] = [];
  printed: string[] = [];
  /** The text on standard error when each picture came. */
  readonly heard: string[][] = [];
  readonly folder = mkdtempSync(path.join(tmpdir(), 'edgematte-run-'));
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        if (request.method !== 'GET') this.#bodies.push(Buffer.concat(pieces).toString('latin1'));
        const refusal = request.method === 'GET' ? this.#question() : this.#picture(request.headers['idempotency-key']);
        if (request.method !== 'GET' && refusal.status === 200) {
          const needsReview = this.reviews.shift() === true;
          const review = {
            'X-Matte-Uncertainty': needsReview ? '0.812' : '0.000',
            'X-Needs-Review': String(needsReview),
          };
          return response.writeHead(200, { 'Content-Type': 'image/png', ...review }).end(png);
        }
        const rate = {
          'X-RateLimit-Limit': String(this.rate),
          'X-RateLimit-Remaining': '1',
          'X-RateLimit-Reset': '1800000000',
        };
        const wait = refusal.retryAfter === undefined ? {} : { 'Retry-After': String(refusal.retryAfter) };
        const code = { 'X-Error-Code': refusal.code ?? 'A_CODE' };
        response.writeHead(refusal.status, { 'Content-Type': 'application/json', ...code, ...rate, ...wait });
        response.end(JSON.stringify({ credit: this.credit, detail: 'Not now.' }));
      });
    });
  }

  /** Starts the server, and makes a folder with one photo, `photos/a.jpg`. */
  static async start(): Promise<ScriptedRun> {
    const run = new ScriptedRun();
    run.addPhotos('a');
    await new Promise<void>((resolve) => run.#server.listen(0, '127.0.0.1', resolve));
    vi.stubEnv('EDGEMATTE_ADDRESS', `http://127.0.0.1:${(run.#server.address() as AddressInfo).port}`);
    vi.stubEnv('EDGEMATTE_KEY', 'test_key');
    vi.stubEnv('XDG_CONFIG_HOME', run.folder);
    return run;
  }

  /** Ends the server, and removes the folder. */
  stop(): void {
    vi.unstubAllEnvs();
    this.#server.close();
    this.#server.closeAllConnections();
    rmSync(this.folder, { recursive: true });
  }

  /** A path in the folder. */
  at(...parts: string[]): string {
    return path.join(this.folder, ...parts);
  }

  /** Puts photos into `photos`. @param names without their ending */
  addPhotos(...names: string[]): void {
    for (const name of names) {
      const file = this.at('photos', `${name}.jpg`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, name);
    }
  }

  /** Cuts out the folder `photos` into `out`. */
  cutout(...more: string[]) {
    return this.words('cutout', this.at('photos'), '--out', this.at('out'), ...more);
  }

  /** Runs the program with those arguments. */
  async words(...words: string[]) {
    this.printed = [];
    this.complaints = [];
    const { printed, complaints } = this;
    const status = await runProgram(program, words, {
      print: (text) => printed.push(text),
      complain: (text) => complaints.push(text),
    });
    return { status, printed, complaints };
  }

  /** What each picture's form had in that field. */
  fields(name: string): (string | undefined)[] {
    const field = new RegExp(`name="${name}"\\r\\n\\r\\n(.*)\\r\\n`);
    return this.#bodies.map((body) => field.exec(body)?.[1]);
  }

  #question(): ScriptedRefusal {
    this.questions++;
    return { status: this.creditStatus };
  }

  #picture(key: string | string[] | undefined): ScriptedRefusal {
    this.keys.push(String(key));
    this.heard.push([...this.complaints]);
    return this.refusals.shift() ?? { status: 200 };
  }
}

/** A run for each test of the file. */
export function declareRun(): () => ScriptedRun {
  let run: ScriptedRun;
  beforeEach(async () => {
    run = await ScriptedRun.start();
  });
  afterEach(() => run.stop());
  return () => run;
}
