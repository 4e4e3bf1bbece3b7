/** Accessibility, best practices and what search engines want, by Lighthouse; performance needs a machine at rest, see main.ts. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Person } from '../../testing/person.ts';
import { describeWith } from '../run/describe-with.ts';
import { type Stack, startStack } from '../stack.ts';
import { audit, noLighthouse } from './audit.ts';
import { pageOf, paths } from './pages.ts';

/** Of 100. */
const leastScore = 98;

describeWith(noLighthouse, 'Lighthouse', () => {
  let stack: Stack;
  let person: Person;

  beforeAll(async () => {
    stack = await startStack();
    person = new Person(stack.base);
    await person.join('lighthouse@example.org', 'a long password');
  });
  afterAll(() => stack?.stop());

  it.each(paths)('%s', async (path) => {
    // A dashboard is not to be found by search engines, and says so.
    const found = path.startsWith('/dashboard') ? [] : (['seo'] as const);
    const { scores, failed } = await audit(pageOf(path, person), ['accessibility', 'best-practices', ...found]);
    for (const [category, score] of Object.entries(scores)) {
      expect(score, `${category}: ${failed.join('; ')}`).toBeGreaterThanOrEqual(leastScore);
    }
  });
});
