import { describe, expect, test } from 'vitest';
import { addressOf, networkOf, sharedAddress } from './address.ts';

const from = (headers: Record<string, string>, trusted: string | null) => addressOf(new Headers(headers), trusted);

describe('without a trusted header', () => {
  test.each(['CF-Connecting-IP', 'X-Forwarded-For', 'X-Real-IP', 'Forwarded'])('nobody is believed: %s', (name) => {
    expect(from({ [name]: '192.0.2.1' }, null)).toBe(sharedAddress);
  });
});

describe('with a trusted header', () => {
  test('its value is the address, whatever the case of its name', () => {
    expect(from({ 'cf-connecting-ip': '192.0.2.1' }, 'CF-Connecting-IP')).toBe('192.0.2.1');
    expect(from({ 'X-Real-IP': ' 2001:db8::1 ' }, 'x-real-ip')).toBe('2001:db8::1');
  });

  test('another one is not believed', () => {
    expect(from({ 'CF-Connecting-IP': '192.0.2.1', 'X-Real-IP': '192.0.2.2' }, 'X-Real-IP')).toBe('192.0.2.2');
    expect(from({ 'CF-Connecting-IP': '192.0.2.1' }, 'X-Real-IP')).toBe(sharedAddress);
  });

  test('what a caller put in front of a list does not count', () => {
    expect(from({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' }, 'X-Forwarded-For')).toBe('192.0.2.1');
  });

  test.each(['', ' ', ','])('"%s" is nobody in particular', (value) => {
    expect(from({ 'X-Real-IP': value }, 'X-Real-IP')).toBe(sharedAddress);
  });
});

describe('the network that people are counted by', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test('is not known where all share one address', () => {
    expect(networkOf(sharedAddress)).toBeNull();
  });
});
