import { describe, expect, it } from 'vitest';
import { childEntry } from './child-entry.ts';

const entry = (here: string, flags: readonly string[]) => childEntry('session-child', here, flags);

describe('the entry of a child', () => {
  it('is TypeScript beside TypeScript', () => {
    const { file, execArgv } = entry('file:///srv/src/inference/scheduler/session.ts', ['--import', 'tsx']);
    expect(file).toBe('/srv/src/inference/scheduler/session-child.ts');
    expect(execArgv).toEqual(['--import', 'tsx']);
  });

  it('is JavaScript beside a bundle', () => {
    const { file, execArgv } = entry('file:///srv/dist/inference/main.js', ['--max-old-space-size=512']);
    expect(file).toBe('/srv/dist/inference/session-child.js');
    expect(execArgv).toEqual(['--max-old-space-size=512']);
  });

  it('gets what runs TypeScript where this process lacks it', () => {
    const { execArgv } = entry('file:///srv/src/inference/scheduler/session.ts', ['--no-warnings']);
    expect(execArgv.slice(0, 2)).toEqual(['--no-warnings', '--import']);
    expect(execArgv[2]).toMatch(/^file:.*tsx/);
  });

  it('does not take the inspector’s port a second time', () => {
    expect(entry('file:///a/main.js', ['--inspect=9229', '--inspect-brk', '--title=x']).execArgv).toEqual([
      '--title=x',
    ]);
  });
});
