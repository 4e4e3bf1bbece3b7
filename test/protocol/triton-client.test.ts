/** The service as Triton's own Python client sees it: `triton_client.py` calls it, and this file checks the answers. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startScripted, type TestService } from '../../src/inference/testing/service.ts';
import { describeWith } from '../run/describe-with.ts';
import { missingPython, program, python } from './python.ts';

const token = 'secret';
let service: TestService;
let answers: Record<string, unknown>;

describeWith(missingPython, 'Triton’s client', () => {
  beforeAll(async () => {
    service = await startScripted({ token });
    const words = ['-B', program('triton_client.py'), new URL(service.base).host, token];
    const { stdout } = await promisify(execFile)(python, words, { maxBuffer: 2 ** 24 });
    answers = JSON.parse(stdout) as Record<string, unknown>;
  });
  afterAll(() => service?.stop());

  it('finds server and models live and ready', () => {
    expect(answers).toMatchObject({ live: true, ready: true, model_ready: [true, true, false, false] });
  });

  it('reads the metadata', () => {
    expect(answers).toMatchObject({
      server: {
        name: 'edgematte-inference',
        extensions: expect.arrayContaining(['binary_tensor_data', 'statistics', 'model_repository']),
      },
      metadata: {
        name: 'luma',
        versions: ['1'],
        platform: 'onnxruntime_onnx',
        inputs: [{ name: 'image', datatype: 'UINT8' }],
        outputs: [{ name: 'matte', datatype: 'UINT8' }],
      },
    });
  });

  it.each([
    ['binary in, binary out', true],
    ['binary in, json out', false],
    ['json in, binary out', true],
    ['json in, json out', false],
  ])('runs a network: %s', (form, binary) => {
    expect((answers.runs as Record<string, unknown>)[form]).toEqual({
      response: { id: 'r1', model_name: 'luma', model_version: '1' },
      binary: [binary],
      matte: answers.red,
    });
  });

  it('gets every output where it names none, and answers to calls that it does not wait for', () => {
    expect(answers.all_outputs).toMatchObject({ binary: [true], matte: answers.red });
    expect(answers.asynchronous).toEqual([1, 8, 8]);
  });

  it('reads the statistics', () => {
    expect(answers.statistics_of_one).toEqual(answers.statistics);
    expect(answers.statistics).toMatchObject({
      model_stats: [
        {
          name: 'luma',
          version: '1',
          // Four forms and one without names are batches of two, one is a batch of one.
          inference_count: 11,
          execution_count: 6,
          inference_stats: { success: { count: 6 }, compute_infer: { count: 6 }, cache_hit: { count: 0 } },
          batch_stats: [
            { batch_size: 2, compute_infer: { count: 5 } },
            { batch_size: 1, compute_infer: { count: 1 } },
          ],
        },
      ],
    });
  });

  it('reads the index of the repository', () => {
    expect(answers.index).toEqual([{ name: 'luma', version: '1', state: 'READY', reason: '' }]);
  });

  it.each([
    ['unknown model', '404', 'There is no model none'],
    ['unknown version', '404', 'There is no version 2 of model luma'],
    ['unknown output', '400', 'The network luma has no output depth; it has matte'],
    ['wrong shape', '400', 'Expected shape [-1, 8, 8, 3] for input image but received [2, 4, 8, 3]'],
    ['wrong datatype', '400', 'Expected UINT8 for input image but received INT8'],
    ['load', '400', 'Networks are loaded and unloaded with the service alone'],
    ['unload', '400', 'Networks are loaded and unloaded with the service alone'],
    ['no token', '401', 'The bearer token is missing or wrong'],
  ])('understands a refusal: %s', (what, status, message) => {
    expect((answers.refusals as Record<string, unknown>)[what]).toEqual({ status, message });
  });
});
