/**
 * A lane child for tests. It speaks the real one's language and does what the matte network's name says: `answer`, `hang` (hears
 * nothing any more), `crash`, `stall` (owes the rest of an answer), `break` (breaks an answer off), `ignore` (goes on
 * for a while when its caller has left), `need:BYTES`, `long:BYTES` (an answer of that length), `refuse`, `wait:MS`,
 * `wait` (until it gets SIGUSR2).
 */
import { rmSync, writeSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readRemainingMs, readRequestId } from '../../../wire/protocol/call-headers.ts';
import { writeLaneAnswer } from '../../../wire/protocol/lane/answer.ts';
import { readLaneRequest } from '../../../wire/protocol/lane/request.ts';
import { headersOf } from '../../protocol/call.ts';
import type { FromLaneChild, ToLaneChild } from '../channel.ts';

const send = (message: FromLaneChild) => process.send?.(message);
let granted = (): void => {};
/** Pictures begun so far, the one in work included. */
let begun = 0;
/** Those that wait for SIGUSR2. */
const waiting: (() => void)[] = [];
process.on('SIGUSR2', () => {
  for (const go of waiting.splice(0)) go();
});

process.on('message', (message: ToLaneChild) => {
  if (message.kind === 'grant') return granted();
  rmSync(message.socket, { force: true });
  createServer(serve).listen(message.socket, () => send({ kind: 'listening' }));
});
process.on('disconnect', () => process.exit(0));

function serve(incoming: IncomingMessage, response: ServerResponse): void {
  incoming.resume();
  incoming.on('end', () => void act(incoming, response));
  response.on('close', () => {
    if (!actionOf(incoming).startsWith('ignore')) send({ kind: 'idle' });
  });
}

function actionOf(incoming: IncomingMessage): string {
  return readLaneRequest(incoming.url ?? '', headersOf(incoming))?.matte.model ?? '';
}

/** The head of an answer of 3 × 2 pixels, with a header that is nobody's business. */
const { headers } = writeLaneAnswer({
  widthPx: 3,
  heightPx: 2,
  subjectFound: true,
  isVehicle: false,
  isCutByColour: false,
  refined: true,
  uncertainty: 0.25,
  lookFirst: null,
  model: 'matte@0123456789ab',
  imageType: null,
  view: null,
  onBackground: false,
  takesPoints: true,
  decodeMs: 1,
  inferenceMs: 2,
  output: null,
  subject: null,
  encoded: new ReadableStream(),
  shadowPng: null,
});
const head = { ...headers, 'X-Secret': 'no' };

async function act(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
  const [action, amount = '0'] = actionOf(incoming).split(':');
  // Into the log: a test that needs the work to be under way waits for the line.
  writeSync(2, 'begun\n');
  begun++;
  switch (action) {
    case 'hang':
    case 'ignore':
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(amount) || undefined);
      send({ kind: 'idle' });
      return;
    case 'crash':
      process.exit(7);
      return;
    case 'refuse':
      response.writeHead(422, { 'Content-Type': 'application/json' }).end('{"error":"No","kind":"invalid"}');
      return;
    case 'stall':
      response.writeHead(200, head).write('first');
      return;
    case 'break':
      response.writeHead(200, head).write('first');
      setTimeout(() => response.destroy(), 50);
      return;
    case 'wait':
      await new Promise<void>((resolve) => {
        if (amount === '0') waiting.push(resolve);
        else setTimeout(resolve, Number(amount));
      });
      break;
    case 'need':
      await new Promise<void>((resolve) => {
        granted = resolve;
        send({ kind: 'need', bytes: Number(amount) });
      });
      await new Promise((resolve) => setTimeout(resolve, 200));
      break;
    case 'long':
      response.writeHead(200, head);
      await writeLong(response, Number(amount));
      return;
  }
  const header = headersOf(incoming);
  response.writeHead(200, head).end(`${process.pid} ${readRemainingMs(header)} ${readRequestId(header)} ${begun}`);
}

async function writeLong(response: ServerResponse, bytes: number): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, 'x');
  for (let written = 0; written < bytes; written += chunk.length) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once('drain', resolve));
  }
  response.end();
}
