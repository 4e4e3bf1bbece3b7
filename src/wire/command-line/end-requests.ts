/** When a program that keeps running is asked to end: by a signal, or by the end of the npm that runs it. */

/** What a process knows of itself; a test scripts it. */
export interface AskedProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ppid: number;
  on(signal: EndSignal, listener: () => void): unknown;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export type EndSignal = (typeof signals)[number];

/**
 * npm passes on SIGINT and SIGTERM at once. What a terminal or a process manager sends to both arrives twice, and is one
 * request.
 */
const echoMs = 1000;

/** npm does not pass on SIGHUP, and SIGKILL cannot be passed on: a changed parent process number shows that it is gone. */
const parentPollMs = 500;

/**
 * Calls back for each request to end: a signal to this process or to the npm that runs it, and once where npm has ended
 * without one. The end of a parent other than npm does not count: with nohup the shell ends and the service stays.
 * @param script name of the npm script that runs this program
 * @param nowMs a clock that only goes on
 */
export function onEndAsked(
  script: 'start' | 'dev' | 'inference',
  onAsked: (signal: EndSignal) => void,
  asked: AskedProcess = process,
  nowMs: () => number = () => performance.now(),
): void {
  const isRunByNpm = asked.env.npm_lifecycle_event === script;
  let askedAtMs: number | null = null;
  for (const signal of signals) {
    asked.on(signal, () => {
      const isEcho = isRunByNpm && askedAtMs !== null && nowMs() - askedAtMs < echoMs;
      askedAtMs ??= nowMs();
      if (!isEcho) onAsked(signal);
    });
  }
  if (!isRunByNpm) return;
  const npm = asked.ppid;
  const poll = setInterval(() => {
    if (asked.ppid === npm) return;
    clearInterval(poll);
    if (askedAtMs !== null) return;
    askedAtMs = nowMs();
    onAsked('SIGHUP');
  }, parentPollMs);
  // Watching must not keep the process alive.
  poll.unref();
}
