import { describe, expect, it } from 'vitest';
import { childEntry, typescriptFlags } from './child-entry.ts';

describe('the session child', () => {
  it('is TypeScript beside TypeScript', () => {
    const { file, execArgv } = childEntry('file:///srv/src/inference/scheduler/child-entry.ts', ['--import', 'tsx']);
    expect(file).toBe('/srv/src/inference/scheduler/session-child.ts');
    expect(execArgv).toEqual(['--import', 'tsx']);
  });

  it('is JavaScript beside a bundle', () => {
    const { file, execArgv } = childEntry('file:///srv/dist/inference/main.js', ['--max-old-space-size=512']);
    expect(file).toBe('/srv/dist/inference/session-child.js');
    expect(execArgv).toEqual(['--max-old-space-size=512']);
  });

  it('gets what runs TypeScript where this process lacks it', () => {
    const flags = typescriptFlags('session-child.ts', ['--no-warnings']);
    expect(flags.slice(0, 2)).toEqual(['--no-warnings', '--import']);
    expect(flags[2]).toMatch(/^file:.*tsx/);
  });

  it('does not take the inspector’s port a second time', () => {
    expect(childEntry('file:///a/main.js', ['--inspect=9229', '--inspect-brk', '--title=x']).execArgv).toEqual([
      '--title=x',
    ]);
  });
});
