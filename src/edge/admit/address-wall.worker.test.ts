/** What the rate limit in front of the ledgers counts by. */
import { expect, test } from 'vitest';
import { createKey } from '../../money/keys/format.ts';
import { unconfigured } from '../environment.ts';
import { exchangeWith } from '../testing/exchange.ts';
import { admitBalanceRequest } from './admission.ts';

/** The keys under which the wall counted a question for the balance. */
async function countedBy(trustedAddressHeader: string | null, headers: Record<string, string>): Promise<string[]> {
  const counted: string[] = [];
  const wall = {
    limit: async ({ key }: { key: string }) => {
      counted.push(key);
      return { success: false };
    },
  };
  const exchange = exchangeWith({
    request: new Request('https://api.example.com/available-credit', {
      headers: { 'X-API-Key': await createKey('test', 'secret'), ...headers },
    }),
    env: { ADDRESS_WALL: wall },
    settings: { ...unconfigured, keyHashSecret: 'secret', trustedAddressHeader },
  });
  await expect(admitBalanceRequest(exchange)).rejects.toThrow('429');
  return counted;
}

test('a header that no front sets moves nobody round the wall', async () => {
  const first = await countedBy(null, { 'CF-Connecting-IP': '192.0.2.1' });
  expect(await countedBy(null, { 'CF-Connecting-IP': '192.0.2.2' })).toEqual(first);
});

test('the trusted header distinguishes addresses', async () => {
  expect(await countedBy('CF-Connecting-IP', { 'CF-Connecting-IP': '192.0.2.1' })).toEqual(['192.0.2.1']);
});
