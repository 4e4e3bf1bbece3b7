import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { silentLog } from '../inference/log.ts';
import { type Life, Supervisor } from './supervisor.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A part whose lives are ended by the test, and whose starts fail while `broken`. */
function scripted() {
  const lines: string[] = [];
  const givenUp: string[] = [];
  const lives: { end(how: string): void; stopped: boolean }[] = [];
  const part = { broken: false, starts: 0 };
  const supervisor = new Supervisor<Life>({
    name: 'Inference',
    log: silentLog,
    say: (line) => lines.push(line),
    onGivenUp: (line) => givenUp.push(line),
    async start() {
      part.starts += 1;
      if (part.broken) throw new Error('the port is taken');
      let end = (_how: string): void => {};
      const ended = new Promise<string>((resolve) => {
        end = resolve;
      });
      const life = { end, stopped: false };
      lives.push(life);
      const stop = async () => {
        life.stopped = true;
        end('ended with status 0');
      };
      return { ended, stop, kill: () => void stop() };
    },
  });
  return { supervisor, lines, givenUp, lives, part };
}

test('a part that ends is started again, and both are said', async () => {
  const { supervisor, lines, lives, part } = scripted();
  await supervisor.begin();
  lives[0].end('was ended by SIGKILL');
  await vi.advanceTimersByTimeAsync(199);
  expect(part.starts).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(part.starts).toBe(2);
  expect(lines).toEqual([
    'Inference was ended by SIGKILL; it is started again in 0.2 s',
    expect.stringMatching(/^Inference is back after 0\.\d s$/),
  ]);
});

test('a first start that fails is reported to the caller alone', async () => {
  const { supervisor, lines, part } = scripted();
  part.broken = true;
  await expect(supervisor.begin()).rejects.toThrow('the port is taken');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(part.starts).toBe(1);
  expect(lines).toEqual([]);
});

test('a part that cannot become ready is given up after ten tries, with one line', async () => {
  const { supervisor, lines, givenUp, lives, part } = scripted();
  await supervisor.begin();
  part.broken = true;
  lives[0].end('ended with status 1');
  await vi.advanceTimersByTimeAsync(300_000);
  expect(part.starts).toBe(11);
  expect(givenUp).toEqual([
    'Inference has not become ready 10 times in a row and is given up: did not become ready (the port is taken)',
  ]);
  expect(lines[1]).toBe('Inference did not become ready (the port is taken); it is started again in 0.4 s');
});

test('a stop gives up the start under way, and waits until that has ended', async () => {
  let endStart = (): void => {};
  const start = (signal: AbortSignal) =>
    new Promise<Life>((_, reject) => {
      endStart = () => reject(new Error(signal.aborted ? 'not wanted' : 'still wanted'));
    });
  const nothing = () => {};
  const supervisor = new Supervisor({ name: 'Inference', start, say: nothing, log: silentLog, onGivenUp: nothing });
  const beginning = expect(supervisor.begin()).rejects.toThrow('not wanted');
  let isStopped = false;
  const stopping = supervisor.stop(1000).then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(1000);
  expect(isStopped).toBe(false);
  endStart();
  await Promise.all([beginning, stopping]);
});

test('a part that is stopped is not started again, not even in the pause before a start', async () => {
  const stopped = scripted();
  await stopped.supervisor.begin();
  await stopped.supervisor.stop(1000);
  expect(stopped.lives[0].stopped).toBe(true);
  const paused = scripted();
  await paused.supervisor.begin();
  paused.lives[0].end('was ended by SIGSEGV');
  await vi.advanceTimersByTimeAsync(100);
  await paused.supervisor.stop(1000);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([stopped.part.starts, paused.part.starts]).toEqual([1, 1]);
});
