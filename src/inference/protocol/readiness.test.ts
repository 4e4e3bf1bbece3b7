/** What readiness says to a gateway: whether its token is right, and what is served. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScripted, type TestService } from '../testing/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startScripted({ token: 'right' });
});
afterAll(() => service.stop());

const ask = (path: string, authorization?: string) =>
  fetch(`${service.base}${path}`, { headers: authorization === undefined ? {} : { Authorization: authorization } });

it('is said without a token, and with the right one', async () => {
  for (const shown of [undefined, 'Bearer right']) expect((await ask('/v2/health/ready', shown)).status).toBe(200);
});

it('is not said to a token that is shown and wrong', async () => {
  const refused = await ask('/v2/health/ready', 'Bearer wrong');
  expect([refused.status, refused.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
});

it('is no question of tokens for liveness', async () => {
  expect((await ask('/v2/health/live', 'Bearer wrong')).status).toBe(200);
});

it('names what is served, alike for the same networks and unlike for others', async () => {
  const marks = async ({ base }: TestService) => {
    const { headers } = await fetch(`${base}/v2/health/ready`);
    return [headers.get('X-Weights'), headers.get('X-Pipeline')];
  };
  const [weights, pipeline] = await marks(service);
  expect([weights, pipeline]).toEqual([
    expect.stringMatching(/^[0-9a-f]{12}$/),
    expect.stringMatching(/^[0-9a-f]{12}$/),
  ]);
  const other = await startScripted();
  try {
    expect(await marks(other)).toEqual([weights, pipeline]);
  } finally {
    await other.stop();
  }
});
