/** The order of uploads: nothing is bound to what is not there, the queue has one taker at most, and somebody always has the pages. */
import { describe, expect, test } from 'vitest';
import { configurationsFor } from './deploy.ts';
import { noOperator } from './operator-file.ts';
import { changes, type DeploymentStep, stepsOf } from './steps.ts';

const configurations = configurationsFor(noOperator);
const stepsFor = (change: Parameters<typeof stepsOf>[0]) => stepsOf(change, configurations, 'edge-with-pages.ts');
const wordsOf = (step: DeploymentStep) => ('upload' in step ? step.as : `no queue for ${step.from}`);

test('a new version goes to the edge first, which the pages ask', () => {
  expect(stepsFor(null).map(wordsOf)).toEqual(['gateway', 'fetcher', 'edge', 'pages']);
});

test('the pages come beside the edge, and go back into it', () => {
  const below = ['gateway', 'fetcher', 'edge-with-pages', 'pages-without-queue'];
  expect(stepsFor('add-pages').map(wordsOf)).toEqual([...below, 'no queue for edgematte', 'edge', 'pages']);
  const back = [...below, 'no queue for edgematte-pages', 'edge-with-pages-and-queue'];
  expect(stepsFor('remove-pages').map(wordsOf)).toEqual(back);
});

describe.each(changes)('%s', (change) => {
  test('binds each Worker to those that are there', () => {
    const there = new Set(
      change === 'first' ? [] : ['edgematte', 'edgematte-pages', 'edgematte-gateway', 'edgematte-fetcher'],
    );
    if (change === 'add-pages') there.delete('edgematte-pages');
    for (const step of stepsFor(change)) {
      if (!('upload' in step)) continue;
      const { name, services = [], durable_objects } = step.configuration;
      const bound = [...services.map(({ service }) => service), ...scriptsOf(durable_objects)];
      expect([wordsOf(step), bound.filter((each) => each !== name && !there.has(each))]).toEqual([wordsOf(step), []]);
      there.add(name);
    }
  });

  test('never has two who take from the queue', () => {
    let taker = { first: null, 'add-pages': 'edgematte', 'remove-pages': 'edgematte-pages' }[change];
    for (const step of stepsFor(change)) {
      if ('noLongerTakes' in step) {
        expect(step.from).toBe(taker);
        taker = null;
      } else if (step.configuration.queues?.consumers) {
        expect([null, step.configuration.name]).toContain(taker);
        taker = step.configuration.name;
      }
    }
    expect(taker).toBe(change === 'remove-pages' ? 'edgematte' : 'edgematte-pages');
  });
});

function scriptsOf(objects: (typeof configurations)['edge']['durable_objects']): string[] {
  return (objects?.bindings ?? []).flatMap(({ script_name }) => (script_name === undefined ? [] : [script_name]));
}
