/** Runs in the namespace: builds its network, starts the service in it, asks everything, and reports as JSON in its last line. */
import type { BodyEncoding } from '../../src/contract/encoding.ts';
import { processingOperations } from '../../src/contract/operations.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartBody, multipartType } from '../../testing/requests.ts';
import { type Stack, startStack } from '../stack.ts';
import { backgroundCases, type Case, cases, zone } from './cases.ts';
import { Authority } from './certificates.ts';
import { startResolver } from './resolver.ts';
import { buildNamespace, listen, resolverAddress } from './world.ts';

interface Sent {
  readonly type: string;
  readonly body: Buffer | string;
}

/** What one call came to. */
export interface Answered {
  readonly outcome: string;
  /** Of a refusal. */
  readonly body: string | null;
  /** Credits that it cost. */
  readonly cost: number;
}

export interface Report {
  readonly cases: readonly { readonly what: string; readonly answers: readonly Answered[] }[];
  /** An image with the address of a background. */
  readonly backgrounds: readonly { readonly what: string; readonly answered: Answered }[];
  /** Each operation, and the remove.bg API, with an address; `… background`: with that of a background as well. */
  readonly operations: Readonly<Record<string, Answered>>;
  /** Local addresses of all connections. */
  readonly connections: readonly string[];
  readonly lookUps: number;
  /** The Workers' output. */
  readonly log: readonly string[];
  /** Names and values of the headers with which a picture was asked for. */
  readonly asked: string;
}

buildNamespace();
const authority = new Authority();
// The file that workerd reads as this machine's authorities.
process.env.SSL_CERT_FILE = authority.file;
const picture = await photo();

async function run({ asked: lookUps }: Awaited<ReturnType<typeof startResolver>>): Promise<void> {
  const world = await listen(
    picture,
    authority.certify('secure.example'),
    new Authority().certify('untrusted.example'),
  );
  // More than a server or a caller that is well takes, however busy the machine is.
  const stack = await startStack({ edgeVariables: { FETCH_FIRST_BYTE_MS: '30000', UPLOAD_IDLE_MS: '30000' } });
  try {
    const caller = new Caller(stack);
    const key = await caller.newKey();
    const waitingCases = await begun(caller, cases, (own, each) => caller.askAll(own, each));
    const waitingBackgrounds = await begun(caller, backgroundCases, (own, each) => caller.askForBackground(own, each));
    const operations = await answersOfOperations(caller, key);
    const done = [];
    for (const each of cases) {
      done.push({ what: each.what, answers: await (waitingCases.get(each.what) ?? caller.askAll(key, each)) });
    }
    const backgrounds = [];
    for (const each of backgroundCases) {
      const answered = await (waitingBackgrounds.get(each.what) ?? caller.askForBackground(key, each));
      backgrounds.push({ what: each.what, answered });
    }
    const report: Report = {
      cases: done,
      operations,
      backgrounds,
      connections: world.connections,
      lookUps: lookUps.length,
      log: stack.output,
      asked: world.asked(),
    };
    process.stdout.write(`\n${JSON.stringify(report)}\n`);
  } finally {
    await stack.stop();
  }
  process.exit(0);
}

/** Calls the service, and says what each call came to. */
class Caller {
  readonly #stack: Stack;

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  async newKey(): Promise<string> {
    return (await this.#stack.createKey({ credits: 1000, rate: 10_000 })).key;
  }

  async ask(key: string, path: string, init: Sent): Promise<Answered> {
    const before = await this.#stack.credit(key);
    const headers = { 'X-API-Key': key, 'Content-Type': init.type };
    const answer = await fetch(this.#stack.base + path, {
      method: 'POST',
      headers,
      body: new Uint8Array(Buffer.from(init.body)),
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const ok = answer.status === 200;
    const outcome = ok ? '200' : (answer.headers.get('X-Error-Code') ?? String(answer.status));
    // A 200 is charged behind its last byte.
    const cost = before - (await settled(() => this.#stack.credit(key), before - (ok ? 1 : 0)));
    return { outcome, body: ok ? null : bytes.toString(), cost };
  }

  /** A case as often as it is to be asked. */
  async askAll(key: string, { url, later = [] }: Case): Promise<Answered[]> {
    const answers = [];
    for (let time = 0; time <= later.length; time++) {
      answers.push(await this.ask(key, '/v1.0/alpha-channel', formOf({ image_url: url })));
    }
    return answers;
  }

  askForBackground(key: string, { url: background_url }: Case): Promise<Answered> {
    return this.ask(key, '/v1.0/image-without-background', formOf({ background_url }, picture));
  }
}

/** Begins those that wait for a limit, beside all others, each with a key of its own. */
async function begun<Answer>(
  caller: Caller,
  some: readonly Case[],
  ask: (key: string, each: Case) => Promise<Answer>,
): Promise<ReadonlyMap<string, Promise<Answer>>> {
  const waiting = some.filter(({ outcome }) => outcome === 'IMAGE_URL_TIMEOUT');
  const keys = await Promise.all(waiting.map(() => caller.newKey()));
  return new Map(waiting.map((each, at) => [each.what, ask(keys[at], each)]));
}

/** Each operation and the remove.bg API with an address, and where it takes one with that of a background as well. */
async function answersOfOperations(caller: Caller, key: string): Promise<Record<string, Answered>> {
  const url = 'http://pictures.example/photo';
  const operations: Record<string, Answered> = {};
  for (const { name, path, encoding } of processingOperations) {
    operations[name] = await caller.ask(key, path, sentBy(encoding, { image_url: url }));
  }
  operations.removebg = await caller.ask(key, '/v1.0/removebg', jsonOf({ image_url: url }));
  for (const { name, path, encoding, options } of processingOperations) {
    if (!('background_url' in options)) continue;
    const sent = sentBy(encoding, { image_url: url, background_url: url });
    operations[`${name} background`] = await caller.ask(key, path, sent);
  }
  const both = jsonOf({ image_url: url, bg_image_url: url });
  operations['removebg background'] = await caller.ask(key, '/v1.0/removebg', both);
  return operations;
}

function sentBy(encoding: BodyEncoding, fields: Readonly<Record<string, string>>): Sent {
  return encoding === 'json' ? jsonOf(fields) : formOf(fields);
}

function formOf(fields: Readonly<Record<string, string>>, file?: Buffer) {
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }));
  return { type: multipartType, body: multipartBody(file ? [...parts, filePart(file)] : parts) };
}

function jsonOf(members: Readonly<Record<string, string>>) {
  return { type: 'application/json', body: JSON.stringify(members) };
}

async function settled(read: () => Promise<number>, expected: number): Promise<number> {
  for (const endsBy = Date.now() + 30_000; Date.now() < endsBy; ) {
    if ((await read()) === expected) return expected;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return read();
}

await startResolver(zone, resolverAddress).then(run);
