/** Requests that no client sends, over bare sockets: what the runtime leaves to our code. RFC 9112. */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../testing/http-message.ts';
import { type Call, creditCall } from '../../testing/requests.ts';
import { Connection, headOf, inChunks } from '../../testing/sockets.ts';
import { declareService } from '../service.ts';

const service = declareService();

/** Sends bytes as they are, and reads what comes back. */
async function sendRaw(bytes: Buffer | string): Promise<Answer> {
  const connection = await Connection.open(service.stack.base);
  try {
    await connection.write(bytes);
    return await connection.answer();
  } finally {
    connection.close();
  }
}

/** The call with a length beside its chunks. */
function withBoth(call: Call, length: number): Buffer {
  const headers = { ...call.headers, 'Content-Length': String(length) };
  const body = call.body ?? Buffer.alloc(0);
  return Buffer.concat([Buffer.from(headOf(service.stack.base, { ...call, headers, chunked: true })), inChunks(body)]);
}

test('Content-Length beside Transfer-Encoding: the chunks count, and nothing after them is read as a request', async () => {
  const key = await service.createKey();
  const call = service.goodCall('alpha-channel', key.key);
  for (const length of [0, 5, call.body?.length ?? 0]) {
    const connection = await Connection.open(service.stack.base);
    const smuggled = headOf(service.stack.base, creditCall(key.key));
    await connection.write(Buffer.concat([withBoth(call, length), Buffer.from(smuggled)]));
    const answer = await connection.answer();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('Connection')).toBe('close');
    await connection.closed();
    await expect(connection.answers(2)).rejects.toThrow('closed after 1 of 2 answers');
  }
});

describe('what the runtime answers before our code sees it', () => {
  const get = (target: string, ...lines: string[]) => `GET ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
  const post = (...lines: string[]) => `POST /v1.0/alpha-channel HTTP/1.1\r\nHost: a\r\n${lines.join('\r\n')}\r\n\r\n`;

  test.each([
    ['a request without Host', get('/available-credit', 'X-A: b')],
    ['a Host that is none', get('/available-credit', 'Host: a b')],
    ['a Host that is no address', get('/available-credit', 'Host: [::1')],
    ['an absolute-form target', get('http://example.com/available-credit', 'Host: example.com')],
    ['OPTIONS *', get('*', 'Host: a').replace('GET', 'OPTIONS')],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 6')],
    ['a signed length', post('Content-Length: +5')],
    ['an unknown transfer coding', post('Transfer-Encoding: gzip')],
    ['an unknown method', get('/', 'Host: a').replace('GET', 'FETCH')],
  ])('%s is refused, and the next request is served', async (_, bytes) => {
    expect((await sendRaw(bytes)).status).toBeGreaterThanOrEqual(400);
    const { key } = await service.createKey();
    expect((await service.send(creditCall(key))).status).toBe(200);
  });
});
