import { expect, test } from 'vitest';
import { answerOfSleeping, isQuestion } from './questions.ts';

const get = (path: string) => new Request(`http://inference${path}`);

test.each([
  ['/v2/health/ready', true],
  ['/v2/health/live', true],
  ['/lane/v1/ready', true],
  ['/v2/models/matte/ready', true],
  ['/v2/models/stats', true],
  ['/v2', true],
  ['/v2/models/matte', false],
  ['/v2/models/matte/config', false],
  ['/lane/v1/matte', false],
])('GET %s is a question: %s', (path, expected) => {
  expect(isQuestion(get(path))).toBe(expected);
});

test('what is posted is a call, wherever it goes', () => {
  expect(isQuestion(new Request('http://inference/v2/health/ready', { method: 'POST' }))).toBe(false);
});

test.each(['/v2/health/ready', '/lane/v1/ready', '/v2/models/matte/ready'])(
  'one that sleeps is ready: %s',
  async (path) => {
    const answer = answerOfSleeping(get(path));
    expect([answer.status, await answer.json()]).toEqual([200, { live: true, ready: true }]);
  },
);

test('it has done nothing, and does not say what it would run', async () => {
  expect(await answerOfSleeping(get('/v2/models/stats')).json()).toEqual({ model_stats: [] });
  expect(answerOfSleeping(get('/v2')).status).toBe(503);
});
