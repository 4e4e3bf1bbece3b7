import { expect, test } from 'vitest';
import { countsOfJUnit, countsOfVitest, failuresOfVitest, sum } from './counts.ts';

test('of vitest', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
  expect(countsOfVitest(JSON.stringify(report))).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

test('which failed, and which file had no test to fail', () => {
  const passed = { fullName: 'a', status: 'passed', failureMessages: [] };
  const failed = { fullName: 'suite b', status: 'failed', failureMessages: ['Error: no\n  at b'] };
  const testResults = [
    { name: '/copy/test/one.test.ts', status: 'failed', message: '', assertionResults: [passed, failed] },
    { name: '/copy/test/two.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    { name: '/copy/test/three.test.ts', status: 'passed', message: '', assertionResults: [passed] },
  ];
  expect(failuresOfVitest(JSON.stringify({ testResults }), '/copy')).toEqual([
    { file: 'test/one.test.ts', name: 'suite b', message: 'Error: no\n  at b' },
    { file: 'test/two.test.ts', message: 'cannot be read' },
  ]);
});

test('of JUnit, all suites together', () => {
  const report =
    '<testsuites><testsuite name="one" errors="1" failures="2" skipped="3" tests="10" time="1"></testsuite>' +
    '<testsuite name="two" errors="0" failures="0" skipped="0" tests="2"/></testsuites>';
  expect(countsOfJUnit(report)).toEqual({ passed: 6, failed: 3, skipped: 3 });
  expect(() => countsOfJUnit('<html/>')).toThrow('no suite');
});

test('nothing is the sum of nothing', () => {
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0 });
});
