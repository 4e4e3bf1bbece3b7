/**
 * The service under test for a file of this folder, and the calls that its tests send to it. Files share one where they can.
 * One that kills parts, changes what inference answers, has settings of its own, lets people sign up (a network has few
 * places), or reads what all callers leave (totals, metrics, status, usage, lists, mails, the log) has its own.
 */
import { afterAll, beforeAll, expect, inject } from 'vitest';
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
import { patience } from './shared-service.ts';
import {
  type AddressOfStack,
  type CreatedKey,
  type KeyTerms,
  type SharedStack,
  type Stack,
  stackAt,
  startStack,
} from './stack.ts';

/** Credits of a key whose call is going to be refused. */
const creditsBefore = 5;

type Variables = Readonly<Record<string, string>>;

/** The one that files share. @throws Error with the reason where it could not be started */
export async function sharedStack(): Promise<SharedStack> {
  const answer = await fetch(inject('sharedService'));
  if (!answer.ok) throw new Error(`The shared service has not started: ${await answer.text()}`);
  return stackAt((await answer.json()) as AddressOfStack);
}

export class Service {
  /** How its calls are sent. */
  sender: Sender = sendWithFetch;
  #called: { stack: SharedStack; image: Buffer; description: Description } | null = null;

  /** @param stack where its calls go from now on */
  async use(stack: SharedStack): Promise<void> {
    this.#called = { stack, image: await photo(), description: await Description.of(stack.base) };
  }

  get stack(): SharedStack {
    return this.#parts.stack;
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
    if (!this.#called) throw new Error('The service was not started yet');
    return this.#called;
  }
}

/** One that no other file calls: its tests may break it, and read all that it has seen. */
export class OwnService extends Service {
  #running: { stack: Stack; relay: Relay } | null = null;

  async start(edgeVariables: Variables, gatewayVariables: Variables, models?: readonly TestModelName[]): Promise<void> {
    const relay = await startRelay();
    const stack = await startStack({
      models,
      edgeVariables: { SUPPORT_EMAIL: supportEmail, ...patience, ...edgeVariables },
      gatewayVariables: { INFERENCE_URL: relay.url, ...gatewayVariables },
    });
    relay.targetPort = stack.inference.port;
    this.#running = { stack, relay };
    await this.use(stack);
  }

  async stop(): Promise<void> {
    await this.#running?.stack.stop();
    await this.#running?.relay.stop();
  }

  override get stack(): Stack {
    return this.#own.stack;
  }

  /** Between the service and its inference. */
  get relay(): Relay {
    return this.#own.relay;
  }

  get #own() {
    if (!this.#running) throw new Error('The service was not started yet');
    return this.#running;
  }
}

/** Of a call that may find no room beside those of other files. */
const largeBytes = 4 * 1024 * 1024;
const mostTries = 60;

/** One that other files call as well. */
class SharedService extends Service {
  /**
   * Sends a call. One of megabytes that is 503, as one may be while other files have the room, is sent again after the seconds
   * that the answer says.
   */
  override async send(call: Call): Promise<Answer> {
    let answer = await super.send(call);
    const isLarge = (call.body?.length ?? 0) >= largeBytes;
    for (let tries = 1; isLarge && answer.status === 503 && tries < mostTries; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * Number(answer.headers.get('Retry-After'))));
      answer = await super.send(call);
    }
    return answer;
  }
}

/** Declares that a test file calls the service that others call as well. */
export function declareService(): Service {
  const service = new SharedService();
  beforeAll(async () => service.use(await sharedStack()));
  return service;
}

/** Declares a service of a test file's own: started before its tests, stopped after them. */
export function declareOwnService(
  edgeVariables: Variables = {},
  gatewayVariables: Variables = {},
  models?: readonly TestModelName[],
): OwnService {
  const service = new OwnService();
  beforeAll(() => service.start(edgeVariables, gatewayVariables, models));
  afterAll(() => service.stop());
  return service;
}
