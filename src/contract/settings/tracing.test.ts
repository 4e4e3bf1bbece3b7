import { expect, test } from 'vitest';
import { readSetting } from './read.ts';
import { tracingSettings } from './tracing.ts';

const read = (given: string) => readSetting(tracingSettings.otlpHeaders, { OTLP_HEADERS: given });

test.each([
  ['api-key=abc', [['api-key', 'abc']]],
  [
    'Authorization=Basic%20YTpi==, x-scope=a%2Cb',
    [
      ['Authorization', 'Basic YTpi=='],
      ['x-scope', 'a,b'],
    ],
  ],
])('headers are read from %s', (given, headers) => {
  expect(read(given)).toEqual(headers);
});

test.each(['api-key', '=abc', 'a b=c', 'a=', 'a=%zz', 'a=b%0Ac', 'a=b,'])(
  '%j is refused, and not repeated',
  (given) => {
    expect(() => read(given)).toThrow(
      'Expected headers like NAME=VALUE separated by commas for OTLP_HEADERS but received something else',
    );
  },
);
