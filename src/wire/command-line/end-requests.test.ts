import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { onEndAsked } from './end-requests.ts';

class ScriptedProcess extends EventEmitter {
  ppid = 100;
  env: Record<string, string>;

  constructor(script?: string) {
    super();
    this.env = script ? { npm_lifecycle_event: script } : {};
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watch(asked: ScriptedProcess): string[] {
  const requests: string[] = [];
  let nowMs = 0;
  onEndAsked(
    'start',
    (signal) => requests.push(signal),
    asked,
    () => nowMs,
  );
  asked.on('wait', (ms: number) => {
    nowMs += ms;
    vi.advanceTimersByTime(ms);
  });
  return requests;
}

describe('run by npm', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s is one request, also where npm passes it on', (signal) => {
    const asked = new ScriptedProcess('start');
    const requests = watch(asked);
    asked.emit(signal);
    asked.emit('wait', 999);
    asked.emit(signal);
    expect(requests).toEqual([signal]);
  });

  test('a second signal a second later is a second request', () => {
    const asked = new ScriptedProcess('start');
    const requests = watch(asked);
    asked.emit('SIGTERM');
    asked.emit('wait', 1000);
    asked.emit('SIGINT');
    expect(requests).toEqual(['SIGTERM', 'SIGINT']);
  });

  test('the end of npm is a request, once', () => {
    const asked = new ScriptedProcess('start');
    const requests = watch(asked);
    asked.emit('wait', 5000);
    expect(requests).toEqual([]);
    asked.ppid = 1;
    asked.emit('wait', 5000);
    expect(requests).toEqual(['SIGHUP']);
  });

  test('the end of npm after a signal is no second request', () => {
    const asked = new ScriptedProcess('start');
    const requests = watch(asked);
    asked.emit('SIGHUP');
    asked.ppid = 1;
    asked.emit('wait', 5000);
    expect(requests).toEqual(['SIGHUP']);
  });

  test('a parent of 1 from the beginning means nothing', () => {
    const asked = new ScriptedProcess('start');
    asked.ppid = 1;
    const requests = watch(asked);
    asked.emit('wait', 5000);
    expect(requests).toEqual([]);
  });
});

describe('run by something else', () => {
  test.each([undefined, 'test'])('each signal is a request, and a parent may go (script %s)', (script) => {
    const asked = new ScriptedProcess(script);
    const requests = watch(asked);
    asked.emit('SIGTERM');
    asked.emit('SIGTERM');
    asked.ppid = 1;
    asked.emit('wait', 5000);
    expect(requests).toEqual(['SIGTERM', 'SIGTERM']);
  });
});
