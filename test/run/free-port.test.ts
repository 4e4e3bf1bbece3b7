import { expect, it } from 'vitest';
import { freePort, listen } from '../../testing/free-port.ts';

it('gives a port that can be taken once, and another one next', async () => {
  const port = await freePort();
  const server = await listen(port);
  await expect(listen(port)).rejects.toThrow('EADDRINUSE');
  expect(await freePort()).not.toBe(port);
  await new Promise((resolve) => server.close(resolve));
});
