/** Senders of the conformance tables that call the service through the clients: in Node, in workerd, and in Python. */
import { build } from 'esbuild';
import { operations } from '../../src/contract/operations.ts';
import { compatibilityDate } from '../../src/local/compatibility-date.ts';
import { startMiniflare } from '../../src/local/miniflare.ts';
import { inProject } from '../../src/local/root.ts';
import type { Answer } from '../../testing/http-message.ts';
import type { Call } from '../../testing/requests.ts';
import { startProgram } from './program.ts';
import { perform, type TypedAnswer, type TypedCall } from './typed-call.ts';

type Perform = (base: string, call: TypedCall, photo: Uint8Array<ArrayBuffer>) => Promise<TypedAnswer>;

/** Sends calls through the client. */
export interface ClientSender {
  /** @returns null for what no client would send */
  readonly send: (base: string, call: Call) => Promise<Answer | null>;
  /** How many calls have gone through it. */
  readonly performed: () => number;
  stop(): Promise<void>;
}

const names: Readonly<Record<string, TypedCall['name']>> = {
  'image-without-background': 'cutout',
  'image-without-background-base64': 'cutoutBase64',
  'alpha-channel': 'matte',
  'alpha-channel-base64': 'matteBase64',
  'car-image-without-background': 'car',
  'car-image-without-background-base64': 'carBase64',
  'car-layers-base64': 'layers',
  'available-credit': 'credit',
};
/** Headers that the client lets its caller set, and those that it sets itself. */
const known = ['X-API-Key', 'X-Request-Id', 'Idempotency-Key', 'Content-Type', 'Accept'];

/** Through the client in this process. */
export function clientInNode(): ClientSender {
  return senderThrough(perform, async () => {});
}

/** Through the client in a Worker of its own. */
export async function clientInWorkerd(): Promise<ClientSender> {
  const { outputFiles } = await build({
    entryPoints: [inProject('test/client/client-worker.ts')],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const script = outputFiles[0].text;
  const workerd = startMiniflare({ modules: true, script, compatibilityDate, cf: false });
  const inWorkerd: Perform = async (base, call, photo) => {
    const worker = await workerd.getWorker();
    const headers = { 'X-Call': encodeURIComponent(JSON.stringify({ base, call })) };
    const answer = await worker.fetch('http://client/', { method: 'POST', headers, body: photo });
    const body = new Uint8Array(await answer.arrayBuffer());
    if (!answer.ok) throw new Error(Buffer.from(body).toString());
    const said = JSON.parse(decodeURIComponent(answer.headers.get('X-Answer') ?? ''));
    return { status: said.status, headers: new Headers(said.headers), body };
  };
  return senderThrough(inWorkerd, () => workerd.dispose());
}

/** Through the client in Python, in a process of its own. */
export function clientInPython(python: string, client: 'Client' | 'AsyncClient'): ClientSender {
  const { ask, stop } = startProgram(python, ['-B', inProject('test/client/perform.py'), client]);
  const inPython: Perform = async (base, { name, ...call }, photo) => {
    const method = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const line = { base, ...call, method, photo: Buffer.from(photo).toString('base64') };
    const { status, headers, body, failure } = JSON.parse(await ask(JSON.stringify(line)));
    if (failure !== undefined) throw new Error(failure);
    return { status, headers: new Headers(headers), body: new Uint8Array(Buffer.from(body, 'base64')) };
  };
  return senderThrough(inPython, stop);
}

function senderThrough(performIn: Perform, stop: () => Promise<void>): ClientSender {
  let performed = 0;
  return {
    async send(base, call) {
      const typed = await typedOf(call);
      if (!typed) return null;
      const { photo, ...rest } = typed;
      performed++;
      const { body, ...answer } = await performIn(base, rest, photo);
      return { ...answer, body: Buffer.from(body) };
    },
    performed: () => performed,
    stop,
  };
}

/** The request as a call of the client; null where the client would not send it so. */
async function typedOf(call: Call): Promise<(TypedCall & { readonly photo: Uint8Array<ArrayBuffer> }) | null> {
  const operation = operations.find(({ path, method }) => path === call.path && method === call.method);
  const { 'X-API-Key': key, 'X-Request-Id': requestId, 'Idempotency-Key': idempotencyKey } = call.headers;
  const ownHeaders = Object.keys(call.headers).every((name) => known.includes(name));
  if (!operation || !ownHeaders) return null;
  const shared = { name: names[operation.name], key, requestId, idempotencyKey, streamed: call.chunked === true };
  if (operation.method === 'GET') return { ...shared, options: {}, photo: new Uint8Array(0) };
  const content = operation.encoding === 'multipart' ? await formOf(call) : jsonOf(call);
  return content && { ...shared, ...content };
}

interface Content {
  readonly photo: Uint8Array<ArrayBuffer>;
  readonly options: Readonly<Record<string, unknown>>;
}

async function formOf({ headers, body }: Call): Promise<Content | null> {
  try {
    const form = await new Response(body && new Uint8Array(body), { headers }).formData();
    const { file, ...options } = Object.fromEntries(form.entries());
    // What is no UTF-8 is no text that a caller could give.
    const texts = Object.values(options).every((value) => typeof value === 'string' && !value.includes('\ufffd'));
    const once = [...form.keys()].length === new Set(form.keys()).size;
    if (!(file instanceof File) || !texts || !once || form.has('image')) return null;
    return { photo: new Uint8Array(await file.arrayBuffer()), options };
  } catch {
    return null;
  }
}

function jsonOf({ headers, body = Buffer.alloc(0) }: Call): Content | null {
  try {
    const { image_base64: text, ...options } = JSON.parse(body.toString());
    const photo = new Uint8Array(Buffer.from(text, 'base64'));
    const asWritten = JSON.stringify({ image_base64: text, ...options }) === body.toString();
    const plain = asWritten && Buffer.from(photo).toString('base64') === text && !('image' in options);
    return plain && headers['Content-Type'] === 'application/json' ? { photo, options } : null;
  } catch {
    return null;
  }
}
