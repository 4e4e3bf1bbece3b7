/** Stripe's API as far as `excerpt.json` has it: a call is checked against its description, and answered with its fixture. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Ajv, type ValidateFunction } from 'ajv';
import { inProject } from '../../../src/local/root.ts';

interface Excerpt {
  readonly calls: readonly {
    readonly method: string;
    /** With parameters in braces. */
    readonly path: string;
    /** JSON schema of the form that is sent. */
    readonly sent: object;
    readonly answer: Readonly<Record<string, unknown>>;
  }[];
}

interface KnownCall {
  readonly method: string;
  readonly pattern: RegExp;
  readonly isValid: ValidateFunction;
  readonly answer: Readonly<Record<string, unknown>>;
}

export interface StripeServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts it on loopback. */
export async function startStripeServer(): Promise<StripeServer> {
  const calls = knownCalls();
  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    const { status, json } = answerTo(calls, request, body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(json));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function knownCalls(): readonly KnownCall[] {
  const { calls }: Excerpt = JSON.parse(readFileSync(inProject('test/fixtures/stripe/excerpt.json'), 'utf8'));
  // A form has texts alone. Stripe's own formats are not checked.
  const schemas = new Ajv({ coerceTypes: true, strict: false, validateFormats: false });
  return calls.map(({ method, path, sent, answer }) => ({
    method: method.toUpperCase(),
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
    isValid: schemas.compile(sent),
    answer,
  }));
}

function answerTo(calls: readonly KnownCall[], { method, url = '', headers }: http.IncomingMessage, body: string) {
  if (!/^Bearer sk_test_\w+$/.test(headers.authorization ?? '')) return refused(401, 'Not a secret key of a test');
  const { pathname } = new URL(url, 'http://stripe');
  const call = calls.find((each) => each.method === method && each.pattern.test(pathname));
  if (!call) return refused(404, `No call of the excerpt: ${method} ${pathname}`);
  if (!call.isValid(formOf(body))) {
    const [error] = call.isValid.errors ?? [];
    return refused(400, `${error?.instancePath} ${error?.message} ${JSON.stringify(error?.params)}`);
  }
  const [, id] = call.pattern.exec(pathname) ?? [];
  return { status: 200, json: { ...call.answer, ...(id === undefined ? {} : { id }) } };
}

function refused(status: number, message: string) {
  return { status, json: { error: { type: 'invalid_request_error', message } } };
}

type Field = string | { [name: string]: Field } | Field[];

/** A form whose names are paths, `line_items[0][quantity]`, as the value that they spell. */
export function formOf(body: string): Field {
  const root: { [name: string]: Field } = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const [first = '', ...others] = name.replaceAll(']', '').split('[');
    put(root, first, others, value);
  }
  return withLists(root);
}

/** A text that is there already stays. */
function put(place: { [name: string]: Field }, step: string, others: readonly string[], value: string): void {
  const [next, ...rest] = others;
  if (next === undefined) place[step] = value;
  else {
    const inner = Object.hasOwn(place, step) ? place[step] : {};
    if (typeof inner === 'string' || Array.isArray(inner)) return;
    place[step] = inner;
    put(inner, next, rest, value);
  }
}

/** What has the names 0, 1, 2 and so on is a list. */
function withLists(field: Field): Field {
  if (typeof field === 'string' || Array.isArray(field)) return field;
  const entries = Object.entries(field).map(([name, each]) => [name, withLists(each)] as const);
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at));
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries);
}
