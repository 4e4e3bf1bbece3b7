/** The answer of every processing operation to a body with a Content-Encoding. */
import { gzipSync } from 'node:zlib';
import { expect } from 'vitest';
import type { Call } from '../../testing/requests.ts';
import { expectRefusal, refusals } from '../contract.ts';
import type { Service } from '../service.ts';
import type { Declare } from './cases.ts';

/** @param raw no client compresses what it sends */
export function describeEncodedBodies(service: Service, good: (key: string) => Call, raw: Declare): void {
  const encoded = (key: string, coding: string, body = good(key).body): Call => {
    const call = good(key);
    return { ...call, headers: { ...call.headers, 'Content-Encoding': coding }, body };
  };

  raw.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x'])('for Content-Encoding: %s', async (coding) => {
    const compressed = (key: string) => gzipSync(good(key).body ?? Buffer.alloc(0));
    await service.expectRefused((key) => encoded(key, coding, compressed(key)), refusals.encodedBody);
  });

  raw('for Content-Encoding before the body is parsed, after admission', async () => {
    await service.expectRefused((key) => encoded(key, 'gzip', Buffer.from('neither')), refusals.encodedBody);
    const { key } = await service.createKey({ credits: 0 });
    expectRefusal(await service.send(encoded(key, 'gzip')), refusals.insufficient);
  });

  raw.each(['identity', 'Identity', ''])('not for Content-Encoding: "%s"', async (coding) => {
    const { key } = await service.createKey();
    expect((await service.send(encoded(key, coding))).status).toBe(200);
  });
}
