/**
 * One container, which may sleep: it is started for a call, waited for, and only then given the call. All calls of a start wait
 * together. What is only asked about it neither starts it nor keeps it awake.
 */
import { isEnding, isTokenRefused } from './hop.ts';

/** The part of a container that is needed here. */
export interface Container {
  isRunning(): boolean;
  start(): void;
  /** Ends it at once. */
  end(): Promise<unknown>;
  /** Sends to the port of the service. Throws while nothing listens there. */
  fetch(request: Request): Promise<Response>;
}

/** Time, in milliseconds. */
export interface InstanceClock {
  now(): number;
  pause(ms: number): Promise<unknown>;
}

const systemClock: InstanceClock = { now: Date.now, pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)) };

/** `awake`: it runs, and takes calls as far as is known. `failed`: its last start did not make it ready in time. */
export type InstanceState = 'asleep' | 'starting' | 'awake' | 'failed';

/** How long all calls of a start wait: it loads networks from its image and tests them. */
const startWaitMs = 25_000;
const probeIntervalMs = 300;
const probeTimeoutMs = 2000;
/** A container that ends while it is waited for is started again, so often in all. */
const mostStarts = 3;

/** The readiness address of the service. The host does not matter: the port is the container's own. */
const readyUrl = 'http://container/v2/health/ready';

/** A container and the calls on their way to it. */
export class Instance {
  readonly #container: Container;
  readonly #clock: InstanceClock;
  /** Shared by all calls of a start. */
  #waiting: Promise<void> | null = null;
  #ending: Promise<unknown> | null = null;
  /** Whether it was seen ready, and nothing since says otherwise. */
  #isReady = false;
  #hasFailed = false;
  /** Whether it has the token of now: another one may have started it with an older one. */
  #isOurs = false;
  #calls = 0;

  constructor(container: Container, clock: InstanceClock = systemClock) {
    this.#container = container;
    this.#clock = clock;
  }

  /** Calls without an answer yet, with those that wait for the start. */
  get calls(): number {
    return this.#calls;
  }

  get state(): InstanceState {
    if (this.#waiting) return 'starting';
    if (this.#hasFailed) return 'failed';
    return this.isUp ? 'awake' : 'asleep';
  }

  /** Whether it runs and neither starts nor ends, so that it can be asked. */
  get isUp(): boolean {
    return this.#container.isRunning() && !this.#waiting && !this.#ending;
  }

  /**
   * Sends a call. One that sleeps is started, and asked whether it is ready before anything of the call is sent.
   * @throws Error where it is not ready 25 s after its start began, or does not take the call
   */
  async call(request: Request): Promise<Response> {
    this.#calls += 1;
    try {
      await this.wake();
      const answer = await this.#container.fetch(request);
      if (isEnding(answer) || isTokenRefused(answer)) this.#isReady = false;
      return answer;
    } catch (cause) {
      // A caller who left says nothing of it.
      if (!request.signal.aborted) this.#isReady = false;
      throw cause;
    } finally {
      this.#calls -= 1;
    }
  }

  /** Resolves once it takes calls. @throws Error where it is not ready 25 s after its start began */
  async wake(): Promise<void> {
    await this.#ending;
    if (this.#isReady && this.#container.isRunning()) return;
    this.#waiting ??= this.#becomeReady().finally(() => {
      this.#waiting = null;
    });
    await this.#waiting;
  }

  /** Asks it something that is no call. Only for one that is up. */
  ask(request: Request): Promise<Response> {
    return this.#container.fetch(request);
  }

  /** Ends it, unless it has calls. @returns whether it sleeps now */
  async sleep(): Promise<boolean> {
    if (this.#calls > 0 || this.#waiting) return false;
    this.#isReady = false;
    this.#ending ??= this.#container.end().finally(() => {
      this.#ending = null;
    });
    await this.#ending;
    return true;
  }

  async #becomeReady(): Promise<void> {
    const endMs = this.#clock.now() + startWaitMs;
    for (let starts = 0; ; await this.#clock.pause(probeIntervalMs)) {
      if (!this.#container.isRunning() && starts < mostStarts) {
        this.#container.start();
        this.#isOurs = true;
        starts += 1;
      }
      const said = await this.#probe();
      if (said === 'ready') break;
      // It keeps the token that it was started with. Nothing but a start gives it another.
      if (said === 'token' && !this.#isOurs) await this.#container.end();
      if (this.#clock.now() >= endMs) {
        this.#hasFailed = true;
        throw new Error(`It was not ready within ${startWaitMs / 1000} s`);
      }
    }
    this.#isReady = true;
    this.#hasFailed = false;
  }

  async #probe(): Promise<'ready' | 'token' | 'not-ready'> {
    try {
      const answer = await this.#container.fetch(
        new Request(readyUrl, { signal: AbortSignal.timeout(probeTimeoutMs) }),
      );
      answer.body?.cancel().catch(() => {});
      if (isTokenRefused(answer)) return 'token';
      return answer.status === 200 ? 'ready' : 'not-ready';
    } catch {
      return 'not-ready';
    }
  }
}
