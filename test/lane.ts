/** The image lane without the edge in front of it, for tests that hold one lane against the other. */
import type { Task } from '../src/contract/operations.ts';
import { writeLaneRequest } from '../src/wire/protocol/lane/request.ts';
import type { AddressOfStack } from './stack.ts';

/** Posts a file straight to the image lane, also one that would go to the edge, with the settings of a fresh deployment. */
export function postToLane(
  { inference, inferenceToken }: AddressOfStack,
  task: Task,
  file: Uint8Array,
): Promise<Response> {
  const matte = { model: 'matte', upsampling: 'guided', refiner: true } as const;
  const request = { task, matte, heic: true, backgroundBytes: 0 };
  const { path, headers, ...init } = writeLaneRequest(
    request,
    { requestId: undefined, remainingMs: 60_000 },
    new Uint8Array(file),
  );
  const authorization = { Authorization: `Bearer ${inferenceToken}` };
  return fetch(`http://127.0.0.1:${inference.port}${path}`, { ...init, headers: { ...headers, ...authorization } });
}
