/** The service under test for one file of this folder, and the calls that its tests send to it. */
import { afterAll, beforeAll, expect } from 'vitest';
import { type OperationName, operationNamed } from '../src/contract/operations.ts';
import { type Answer, jsonOf } from '../testing/http-message.ts';
import type { TestModelName } from '../testing/models/tiny.ts';
import { photo } from '../testing/photos.ts';
import {
  type Call,
  creditCall,
  filePart,
  jsonCall,
  multipartCall,
  type Sender,
  sendWithFetch,
} from '../testing/requests.ts';
import { expectUntouched } from './accounts.ts';
import { type ExpectedRefusal, expectRefusal, supportEmail } from './contract.ts';
import { Description } from './description.ts';
import { type Relay, startRelay } from './relay.ts';
import { type CreatedKey, type KeyTerms, type Stack, startStack } from './stack.ts';

/** Pause after which an upload counts as stalled here; the default would make tests wait for half a minute. */
export const uploadIdleMs = 2000;

/** Credits of a key whose call is going to be refused. */
const creditsBefore = 5;

type Variables = Readonly<Record<string, string>>;

export class Service {
  /** How its calls are sent. */
  sender: Sender = sendWithFetch;
  #running: { stack: Stack; relay: Relay; image: Buffer; description: Description } | null = null;

  async start(edgeVariables: Variables, gatewayVariables: Variables, models?: readonly TestModelName[]): Promise<void> {
    const relay = await startRelay();
    const stack = await startStack({
      models,
      edgeVariables: { SUPPORT_EMAIL: supportEmail, UPLOAD_IDLE_MS: String(uploadIdleMs), ...edgeVariables },
      gatewayVariables: { INFERENCE_URL: relay.url, ...gatewayVariables },
    });
    relay.targetPort = stack.inference.port;
    this.#running = { stack, relay, image: await photo(), description: await Description.of(stack.base) };
  }

  async stop(): Promise<void> {
    await this.#running?.stack.stop();
    await this.#running?.relay.stop();
  }

  get stack(): Stack {
    return this.#parts.stack;
  }

  /** Between the service and its inference. */
  get relay(): Relay {
    return this.#parts.relay;
  }

  /** A small JPEG that every operation accepts. */
  get image(): Buffer {
    return this.#parts.image;
  }

  createKey(terms: KeyTerms = {}): Promise<CreatedKey> {
    return this.stack.createKey({ credits: creditsBefore, ...terms });
  }

  /** Sends a call, and checks the answer against the service's own description. */
  async send(call: Call): Promise<Answer> {
    const answer = await this.sender(this.stack.base, call);
    this.#parts.description.expectDescribed(call, answer);
    return answer;
  }

  /** A call that succeeds if the key may make it. */
  goodCall(name: OperationName, key: string, image: Buffer = this.image): Call {
    const { path, encoding } = operationNamed(name);
    return encoding === 'multipart'
      ? multipartCall(path, key, [filePart(image)])
      : jsonCall(path, key, { image_base64: image.toString('base64') });
  }

  /**
   * Sends a call with a new key: it is refused in just this way, and no credit moves.
   * @returns the answer, for what else a test wants of it
   */
  async expectRefused(make: (key: string) => Call, expected: ExpectedRefusal): Promise<Answer> {
    const key = await this.createKey();
    const answer = await this.send(make(key.key));
    expectRefusal(answer, expected);
    await this.expectNoCreditMoved(key);
    return answer;
  }

  /** The owner sees all credits, the operator neither a hold nor an entry. */
  async expectNoCreditMoved(key: CreatedKey, credits = creditsBefore): Promise<void> {
    await expectUntouched(this.stack, key, credits);
    expect(jsonOf(await this.send(creditCall(key.key)))).toMatchObject({ credit: credits });
  }

  get #parts() {
    if (!this.#running) throw new Error('The service was not started yet');
    return this.#running;
  }
}

/** Declares the service of a test file: started before its tests, stopped after them. */
export function declareService(
  edgeVariables: Variables = {},
  gatewayVariables: Variables = {},
  models?: readonly TestModelName[],
): Service {
  const service = new Service();
  beforeAll(() => service.start(edgeVariables, gatewayVariables, models));
  afterAll(() => service.stop());
  return service;
}
