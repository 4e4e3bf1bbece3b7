/** Runs in the namespace: builds its network, starts the service in it, asks everything, and reports as JSON in its last line. */
import { processingOperations } from '../../src/contract/operations.ts';
import { photo } from '../../testing/photos.ts';
import { filePart, multipartBody, multipartType } from '../../testing/requests.ts';
import { startStack } from '../stack.ts';
import { backgroundCases, cases, zone } from './cases.ts';
import { Authority } from './certificates.ts';
import { startResolver } from './resolver.ts';
import { buildNamespace, listen, resolverAddress } from './world.ts';

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
await startResolver(zone, resolverAddress).then(run);

async function run({ asked: lookUps }: Awaited<ReturnType<typeof startResolver>>): Promise<void> {
  const world = await listen(
    picture,
    authority.certify('secure.example'),
    new Authority().certify('untrusted.example'),
  );
  // More than a server or a caller that is well takes on a machine that stalls for seconds.
  const stack = await startStack({ edgeVariables: { FETCH_FIRST_BYTE_MS: '6000', UPLOAD_IDLE_MS: '5000' } });
  try {
    const { key } = await stack.createKey({ credits: 1000, rate: 10_000 });
    const ask = async (
      path: string,
      init: { readonly type: string; readonly body: Buffer | string },
    ): Promise<Answered> => {
      const before = await stack.credit(key);
      const headers = { 'X-API-Key': key, 'Content-Type': init.type };
      const answer = await fetch(stack.base + path, {
        method: 'POST',
        headers,
        body: new Uint8Array(Buffer.from(init.body)),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const ok = answer.status === 200;
      const outcome = ok ? '200' : (answer.headers.get('X-Error-Code') ?? String(answer.status));
      // A 200 is charged behind its last byte.
      const cost = before - (await settled(() => stack.credit(key), before - (ok ? 1 : 0)));
      return { outcome, body: ok ? null : bytes.toString(), cost };
    };
    const form = (url: string) => formOf({ image_url: url });
    const json = (url: string) => jsonOf({ image_url: url });
    const url = 'http://pictures.example/photo';
    const operations: Record<string, Answered> = {};
    for (const { name, path, encoding } of processingOperations) {
      operations[name] = await ask(path, encoding === 'json' ? json(url) : form(url));
    }
    operations.removebg = await ask('/v1.0/removebg', json(url));
    for (const { name, path, encoding, options } of processingOperations) {
      if (!('background_url' in options)) continue;
      const addresses = { image_url: url, background_url: url };
      operations[`${name} background`] = await ask(path, encoding === 'json' ? jsonOf(addresses) : formOf(addresses));
    }
    operations['removebg background'] = await ask('/v1.0/removebg', jsonOf({ image_url: url, bg_image_url: url }));
    const backgrounds = [];
    for (const { what, url: background_url } of backgroundCases) {
      const answered = await ask('/v1.0/image-without-background', formOf({ background_url }, picture));
      backgrounds.push({ what, answered });
    }
    const done = [];
    for (const { what, url: address, later = [] } of cases) {
      const answers = [];
      for (let time = 0; time <= later.length; time++) answers.push(await ask('/v1.0/alpha-channel', form(address)));
      done.push({ what, answers });
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
