import { describe, expect, test } from 'vitest';
import { addressOf, networkOf, organisation, sharedAddress } from './address.ts';

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
    expect(from({ 'CF-Connecting-IP': '192.0.2.1' }, 'X-Real-IP')).toBe(from({}, 'X-Real-IP'));
  });

  test('what a caller put in front of a list does not count', () => {
    expect(from({ 'X-Forwarded-For': '203.0.113.9, 192.0.2.1' }, 'X-Forwarded-For')).toBe('192.0.2.1');
  });

  test.each([
    ['1.2.3.4:5678', '1.2.3.4'],
    ['::ffff:0101:0101', '1.1.1.1'],
    ['::ffff:1.2.3.4', '1.2.3.4'],
    ['[::ffff:1.2.3.4]:80', '1.2.3.4'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['2001:0DB8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('%s is %s', (value, address) => {
    expect(from({ 'X-Real-IP': value }, 'X-Real-IP')).toBe(address);
  });

  test.each([
    ...['', ' ', ',', 'unknown', 'localhost', 'example.org:80', '-', 'shared', '_hidden'],
    // What some programs take for 1.2.3.4 or 127.0.0.1.
    ...['1.2.3', '1.2.3.4.5', '1.2.3.256', '0x7f.1', '2130706433', '01.02.03.04', '1.2.3.4:x', '1.2.3.4/24'],
    ...['2001:db8::1::2', '2001:db8::1/64', '[2001:db8::1', '[1.2.3.4]x', '12345::1', '%eth0'],
  ])('"%s" is no address, and shares one place', (value) => {
    const address = from({ 'X-Real-IP': value }, 'X-Real-IP');
    expect(address).toBe(from({}, 'X-Real-IP'));
    expect(address).not.toBe(sharedAddress);
    expect(networkOf(address)).toBe(address);
    expect(networkOf(address, organisation)).toBe(address);
  });
});

describe('the network that people are counted by', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1/32'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8::/64'],
    ['2001:db8:1:2:3::', '2001:db8:1:2::/64'],
    ['[fe80::1%eth0]', 'fe80::/64'],
    ['::1', '::/64'],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test.each([
    ['192.0.2.1', '192.0.2.0/24'],
    ['192.0.2.254', '192.0.2.0/24'],
    ['192.0.3.1', '192.0.3.0/24'],
    ['2001:db8:1:2::1', '2001:db8:1::/48'],
    ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
    ['::ffff:0101:0101', '1.1.1.0/24'],
  ])('of %s, where many are one, is %s', (address, network) => {
    expect(networkOf(address, organisation)).toBe(network);
  });

  test('is not known where all share one address', () => {
    expect(networkOf(sharedAddress)).toBeNull();
    expect(networkOf(sharedAddress, organisation)).toBeNull();
  });
});
