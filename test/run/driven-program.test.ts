import { describe, expect, it } from 'vitest';
import { startProgram } from '../../testing/engines/driver.ts';

const never = () => null;

describe('a program that drives a browser', () => {
  it('is ready once it has written so to its fourth file, and is ended', async () => {
    const program = startProgram('sh', ['-c', 'echo "$WORD" >&3; exec sleep 1000'], { WORD: 'ready' });
    expect(await program.until(() => (program.written().endsWith('\n') ? program.written() : null))).toBe('ready\n');
    await program.end();
    await expect(program.until(never)).rejects.toThrow('sh ended while it started');
  });

  it.each(['false', 'no-such-program'])(
    'fails where %s ends before it is ready, and can be ended all the same',
    async (name) => {
      const program = startProgram(name, [], {});
      await expect(program.until(never)).rejects.toThrow(`${name} ended while it started`);
      await program.end();
    },
  );
});
