import { expect, test } from 'vitest';
import { ownPath } from './visit.tsx';

const url = 'https://cutouts.example.org/sign-in';

test.each(['/', '/dashboard', '/dashboard/keys?done=name', '/a/%2e%2e/b', '/operator/accounts/1'])(
  '%s is led back to',
  (path) => {
    expect(ownPath(path, url)).toBe(path.replace('/a/%2e%2e/b', '/b'));
  },
);

test.each([
  ...[
    null,
    undefined,
    '',
    'dashboard',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
  ],
  ...[
    '/\t/evil.example',
    '/\n/evil.example',
    ' /dashboard',
    'javascript:alert(1)',
    '/dashboard\r\nSet-Cookie: a=b',
    '/ä',
  ],
  ...['/a/..//evil.example', '/.//evil.example', '/%2e//evil.example'],
])('%s leads to the dashboard or below it', (path) => {
  expect(ownPath(path, url)).toMatch(/^\/(?!\/)/);
  expect(new URL(ownPath(path, url), url).origin).toBe('https://cutouts.example.org');
});
