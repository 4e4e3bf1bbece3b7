/**
 * The service that test files share: tiny networks of all names, settings as they come. It starts when the first file asks
 * for it, so a run of others does without, and it is stopped when the last is through.
 */
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import { supportEmail } from './contract.ts';
import { type Stack, startStack } from './stack.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address that answers with an `AddressOfStack` once the service is there, and with 500 and the reason where it cannot be. */
    sharedService: string;
  }
}

/** Files work beside each other: nobody is refused, counts as stalled or is cut off because another has the room or the processor. */
export const patience = { CAPACITY_WAIT_MS: '60000', UPLOAD_IDLE_MS: '60000', DRAIN_MS: '60000' };

/** In the process that runs the tests, before the first file. @returns what ends it */
export default async function shareService(project: TestProject): Promise<() => Promise<void>> {
  let started: Promise<Stack> | null = null;
  const desk = http.createServer(async (_request, response) => {
    started ??= startStack({ edgeVariables: { SUPPORT_EMAIL: supportEmail, ...patience } });
    try {
      const { base, inference, inferenceToken } = await started;
      response.end(JSON.stringify({ base, inference: { port: inference.port }, inferenceToken }));
    } catch (cause) {
      response.writeHead(500).end(String(cause));
    }
  });
  desk.listen(0, '127.0.0.1');
  await once(desk, 'listening');
  project.provide('sharedService', `http://127.0.0.1:${(desk.address() as AddressInfo).port}`);
  return async () => {
    desk.close();
    desk.closeAllConnections();
    const stack = await started?.catch(() => null);
    await stack?.stop();
  };
}
