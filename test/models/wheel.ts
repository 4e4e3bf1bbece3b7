/** A wheel and an index of Python packages, for tests of the wheel source without a network. */
import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { crc32, deflateRawSync } from 'node:zlib';
import type { SourceOf } from '../../src/inference/models/manifest.ts';
import {
  deflated,
  directoryOf,
  localHeader,
  namesInUtf8,
  type PlacedRecord,
} from '../../src/pixels/pipeline/output/zip-records.ts';
import { startTestServer, type TestServer } from './http-server.ts';

export interface TestWheel {
  readonly wheel: Buffer;
  /** Its entry of the manifest. */
  readonly source: SourceOf<'wheel'>;
}

/** A wheel with `content` as one of its files. */
export function makeWheel(content: Uint8Array): TestWheel {
  const path = 'made_up/weights/tiny.onnx';
  const wheel = makeZip([
    ['made_up/__init__.py', Buffer.from('raise SystemExit("code of a wheel was run")')],
    [path, content],
    ['made_up-1.2.3.dist-info/RECORD', Buffer.from('')],
  ]);
  return {
    wheel,
    source: {
      kind: 'wheel',
      package: 'Made_Up',
      version: '1.2.3',
      wheel: 'made_up-1.2.3-py3-none-any.whl',
      wheelBytes: wheel.length,
      wheelSha256: sha256(wheel),
      path,
      bytes: content.length,
      sha256: sha256(content),
    },
  };
}

/** A ZIP archive of these files in this order, deflated. */
export function makeZip(files: readonly (readonly [name: string, content: Uint8Array])[]): Buffer {
  const pieces: Uint8Array[] = [];
  const records: PlacedRecord[] = [];
  let at = 0;
  for (const [name, content] of files) {
    const data = deflateRawSync(content);
    const sizes = { checksum: crc32(content), stored: data.length, bytes: content.length };
    const record = { name, flags: namesInUtf8, method: deflated, ...sizes, at };
    records.push(record);
    const header = localHeader(record);
    pieces.push(header, data);
    at += header.length + data.length;
  }
  return Buffer.concat([...pieces, directoryOf(records, at)]);
}

export interface IndexChoices {
  /** Answers in HTML, as older indexes do, with this link. */
  readonly html?: string;
  /** The address that it gives in JSON; relative to the page. */
  readonly link?: string;
  /** Answers the request for the wheel. */
  readonly answer?: (request: IncomingMessage, response: ServerResponse) => void;
}

export interface TestIndex extends TestServer {
  /** For PIP_INDEX_URL. */
  readonly indexUrl: string;
  /** Headers in the order of `requests`. */
  readonly headers: readonly IncomingMessage['headers'][];
}

/** An index below `/simple` that lists one wheel. */
export async function startIndex({ wheel, source }: TestWheel, choices: IndexChoices = {}): Promise<TestIndex> {
  const { html, link = `../../files/${source.wheel}`, answer = (_request, response) => response.end(wheel) } = choices;
  const headers: IncomingMessage['headers'][] = [];
  const server = await startTestServer((request, response) => {
    headers.push(request.headers);
    if (request.url === `/files/${source.wheel}`) return answer(request, response);
    if (request.url !== '/simple/made-up/') return response.writeHead(404).end('sorry');
    if (html !== undefined) return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
    const files = [
      { filename: 'made_up-1.2.2-py3-none-any.whl', url: 'nowhere', hashes: {} },
      { filename: source.wheel, url: link, hashes: {} },
    ];
    const body = JSON.stringify({ meta: { 'api-version': '1.0' }, name: 'made-up', files });
    return response.writeHead(200, { 'content-type': 'application/vnd.pypi.simple.v1+json' }).end(body);
  });
  return { ...server, headers, indexUrl: `${server.url}/simple` };
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
