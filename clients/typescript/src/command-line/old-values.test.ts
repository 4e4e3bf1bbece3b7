import { describe, expect, test } from 'vitest';
import { errorCodes } from '../../../../src/contract/removebg/codes.ts';
import { oldWordsIn } from './old-values.ts';

const said = (line: string) => oldWordsIn(line).map(({ found, advice }) => `${found}: ${advice}`);

describe('a value', () => {
  test.each([
    [
      "form.append('shadow_type', '3D');",
      'is drawn as drop, and named in X-Substituted; with type=car it is drawn as car',
    ],
    ['data = {"shadow_type": "3D"}', 'is drawn as drop'],
    ["['shadow_type' => '3D']", 'is drawn as drop'],
    ["curl -F 'shadow_type=3D'", 'is drawn as drop'],
    ['shadow_type: :car', ''],
    ["shadow_type: 'car'", 'is drawn as drop, and named in X-Substituted; with type=car it is drawn'],
    ["params['semitransparency'] = False", 'is passed over, and named in X-Ignored; with type=car it is drawn'],
    ["type: 'person'", 'is passed over'],
  ])('in %s', (line, advice) => {
    const found = said(line);
    expect(found).toHaveLength(advice === '' ? 0 : 1);
    for (const each of found) expect(each).toContain(advice);
  });

  test.each([
    "form.append('size', 'auto');",
    "form.append('shadow_type', 'drop');",
    "type: 'image/png'",
    "type: 'personal'",
    "mime_type: 'product'",
    // Drawn beside another field.
    "crop_margin: '10%'",
    'semitransparency=true',
  ])('that is drawn as it is says nothing: %s', (line) => expect(said(line)).toEqual([]));
});

describe('an error code', () => {
  test('that is answered here stays', () => {
    for (const code of Object.keys(errorCodes)) {
      expect(oldWordsIn(`case '${code}':`)).toEqual([
        { found: code, advice: 'error codes: they are the same here', stays: true },
      ]);
    }
  });

  test('that is another one here', () => {
    expect(oldWordsIn('if (code === "invalid_size") return;')).toEqual([
      { found: 'invalid_size', advice: 'the error invalid_size is invalid_parameters here', stays: false },
    ]);
    expect(said('invalid_size()')).toEqual([]);
    expect(said("'toString'")).toEqual([]);
  });
});

test.each([
  ['axios.post(url, form, { timeout: 30000 })', 'timeout: 30000'],
  ['requests.post(url, timeout=20)', 'timeout=20'],
  ['curl_setopt($ch, CURLOPT_TIMEOUT, 30);', 'CURLOPT_TIMEOUT, 30'],
  ['signal: AbortSignal.timeout(15_000)', 'timeout(15_000'],
  ['setTimeout(() => controller.abort(), 30000)', 'setTimeout(() => controller.abort(), 30000)'],
  ['timeout_ms = 500', 'timeout_ms = 500'],
  ['timeout: 90000', null],
  ['timeout=120', null],
  ['timeout: 0', null],
  ['setTimeout(render, 100)', null],
])('of %s the timeout that is too short is %s', (line, found) => {
  expect(oldWordsIn(line).map((each) => each.found)).toEqual(found === null ? [] : [found]);
});
