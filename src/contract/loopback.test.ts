import { describe, expect, test } from 'vitest';
import { isLocalRequest } from './loopback.ts';

const request = (host: string, headers: Record<string, string> = {}) =>
  new Request(`http://${host}:8787/dev/mail`, { headers });

describe('a request is local', () => {
  test.each(['localhost', '127.0.0.1', '127.3.2.1', '[::1]'])('for %s', (host) => {
    expect(isLocalRequest(request(host))).toBe(true);
  });

  test('beside the address that wrangler dev adds', () => {
    expect(isLocalRequest(request('127.0.0.1', { 'CF-Connecting-IP': '127.0.0.1' }))).toBe(true);
  });
});

describe('a request is not local', () => {
  test.each(['api.example.org', '127.0.0.1.example.org', '10.0.0.1', '[::2]'])('for %s', (host) => {
    expect(isLocalRequest(request(host))).toBe(false);
  });

  test.each([
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded-Host',
    'x-forwarded-server',
    'X-Real-IP',
    'Via',
  ])('with %s, also where that is empty', (name) => {
    expect(isLocalRequest(request('127.0.0.1', { [name]: '127.0.0.1' }))).toBe(false);
    expect(isLocalRequest(request('127.0.0.1', { [name]: '' }))).toBe(false);
  });
});
