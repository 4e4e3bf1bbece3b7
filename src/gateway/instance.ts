/** A call to one container, which may not run yet: it is started, waited for, and only then given the call. */

/** The part of a container that a call needs. */
export interface Instance {
  readonly running: boolean;
  start(): void;
  /** Sends to the port of the service. Throws while nothing listens there. */
  fetch(request: Request): Promise<Response>;
}

/** How long to wait for a cold instance: it loads networks from its image and tests them. */
const startWaitMs = 25_000;
const probeIntervalMs = 300;

/** The readiness address of the service. The host does not matter: the port is the container's own. */
const readyUrl = 'http://container/v2/health/ready';

/**
 * Sends a call to an instance. One that is cold is asked whether it is ready before anything of the call is sent, so the
 * call is sent once.
 * @param pause waits so many milliseconds
 * @throws Error where it is not ready in time, or does not take the call
 */
export async function callInstance(
  instance: Instance,
  request: Request,
  pause: (ms: number) => Promise<unknown> = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
): Promise<Response> {
  const wasRunning = instance.running;
  if (!wasRunning) instance.start();
  for (let waitedMs = 0; !wasRunning && !(await isReady(instance)); waitedMs += probeIntervalMs) {
    if (waitedMs >= startWaitMs) throw new Error(`It was not ready within ${startWaitMs / 1000} s`);
    await pause(probeIntervalMs);
  }
  return instance.fetch(request);
}

async function isReady(instance: Instance): Promise<boolean> {
  try {
    const answer = await instance.fetch(new Request(readyUrl));
    answer.body?.cancel().catch(() => {});
    return answer.status === 200;
  } catch {
    return false;
  }
}
