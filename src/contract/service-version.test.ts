import { describe, expect, test } from 'vitest';
import { givenVersion, versionHeader, versionVariables, versionWords } from './service-version.ts';

const known = { version: '0.2.0', commit: 'b20604dc1234-dirty' };

test('what is given as variables is read again', () => {
  expect(givenVersion(versionVariables(known))).toEqual(known);
  expect(versionVariables({ version: null, commit: null })).toEqual({});
});

describe('what is unknown', () => {
  test.each([undefined, '', 7, 'a b', 'a\r\nSet-Cookie: b', 'x'.repeat(65)])('%j is no version', (value) => {
    expect(givenVersion({ SERVICE_VERSION: value, SERVICE_COMMIT: value })).toEqual({ version: null, commit: null });
    expect(versionHeader({ SERVICE_VERSION: value, SERVICE_COMMIT: 'abc' })).toEqual({});
    expect(versionHeader({ SERVICE_VERSION: '0.2.0', SERVICE_COMMIT: value })).toEqual({
      'X-Service-Version': '0.2.0',
    });
  });
});

test('the header and the words have both', () => {
  expect(versionHeader(versionVariables(known))).toEqual({ 'X-Service-Version': '0.2.0+b20604dc1234-dirty' });
  expect(versionWords(known)).toBe('0.2.0, commit b20604dc1234-dirty');
  expect(versionWords({ version: null, commit: null })).toBe('unknown version, unknown commit');
});
