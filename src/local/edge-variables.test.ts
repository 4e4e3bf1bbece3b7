import { expect, test } from 'vitest';
import { edgeVariablesOf } from './edge-variables.ts';
import { handedOnHelp } from './handed-on.ts';

test('the edge takes over its own variables and no others', () => {
  const shell = { HEIC: 'off', LEASE_MS: '300', SUPPORT_EMAIL: '', PATH: '/bin', ADMIN_TOKEN: 'a', DEMO_KEY: 'd' };
  expect(edgeVariablesOf(shell)).toEqual({ HEIC: 'off', LEASE_MS: '300', SUPPORT_EMAIL: '' });
});

test('what a test sets is handed on, and no help names it', () => {
  expect(edgeVariablesOf({ LANE: 'image' })).toEqual({ LANE: 'image' });
  expect(handedOnHelp).not.toMatch(/\bLANE\b/);
});

test.each([
  [{ HEIC: 'Off' }, 'Expected on or off for HEIC but received Off'],
  [{ LEASE_MS: '299' }, 'Expected a whole number from 300 to 3600000 for LEASE_MS but received 299'],
  [{ LANE: 'both' }, 'Expected edge or image for LANE but received both'],
])('%j is refused before anything is started', (shell, message) => {
  expect(() => edgeVariablesOf(shell)).toThrow(message);
});
