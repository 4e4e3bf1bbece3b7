/** The tables of the guide for those who come from remove.bg name what the remove.bg API reads and answers, and nothing else. */
import { expect, test } from 'vitest';
import { addressFaults } from '../../src/contract/image-url.ts';
import { type FixedRefusalCode, fixedRefusals, invalid, rateLimited, refusal } from '../../src/contract/refusals.ts';
import { errorCodes } from '../../src/contract/removebg/codes.ts';
import { fieldNames, imageFields } from '../../src/contract/removebg/fields.ts';
import { inRemovebgWords } from '../../src/contract/removebg/refusals.ts';
import { valueRows } from '../../src/contract/removebg/values.ts';
import { guideTable, namedIn } from './guide-table.ts';

test('every field is in the guide: same, near, or not', () => {
  const rows = guideTable('Field');
  expect(new Set(rows.flatMap(([names]) => namedIn(names)))).toEqual(
    new Set([...fieldNames, ...Object.values(imageFields)]),
  );
  for (const [, likeness] of rows) expect(likeness).toMatch(/^(same|near|not)$/);
});

test('every error is in the guide', () => {
  const documented = guideTable('Status').flatMap(([status, codes]) =>
    [...codes.matchAll(/`([^`]+)`(\*?)/g)].map(([, code, own]) => `${status} ${code}${own}`),
  );
  const answered = Object.entries(errorCodes).map(
    ([code, { status, isOwn }]) => `${status} ${code}${isOwn ? '*' : ''}`,
  );
  expect(documented.sort()).toEqual(answered.sort());
});

test('every error code is one that a refusal or a picture has', () => {
  const refusals = [
    ...Object.keys(fixedRefusals).map((code) => refusal(code as FixedRefusalCode)),
    ...valueRows.flatMap(({ field }) => invalid(['body', field], 'Nothing')),
    ...addressFaults('image_url').map((fault) => fault.refusal),
    ...addressFaults('bg_image_url').map((fault) => fault.refusal),
    rateLimited(1),
  ];
  const answered = refusals.flatMap((own) => {
    const { body } = inRemovebgWords(own, null);
    return 'errors' in body ? body.errors[0].code : [];
  });
  const thrown = [
    'missing_source',
    'multiple_sources',
    'multiple_bg_sources',
    'roi_exceeds_bounds',
    'roi_region_empty',
  ];
  const ofPictures = ['invalid_dimensions', 'resolution_too_high', 'unknown_foreground'];
  expect(new Set([...answered, ...thrown, ...ofPictures])).toEqual(new Set(Object.keys(errorCodes)));
});
