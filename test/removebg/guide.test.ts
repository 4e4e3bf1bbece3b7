/** The tables of the guide for those who come from remove.bg name whin the remove.bg API reads and answers, and nothing else. */
import { expect, test } from 'vitest';
import { type FixedRefusalCode, fixedRefusals, invalid, rateLimited, refusal } from '../../src/contract/refusals.ts';
import { fieldNames, imageFields } from '../../src/contract/removebg/fields.ts';
import { inRemovebgWords } from '../../src/contract/removebg/refusals.ts';
import { guideTable, namedIn } from './guide-table.ts';

test('every field is in the guide: same, near, or not', () => {
  const rows = guideTable('Field');
  expect(new Set(rows.flatMap(([names]) => namedIn(names)))).toEqual(
    new Set([...fieldNames, ...Object.values(imageFields)]),
  );
  for (const [, likeness] of rows) expect(likeness).toMatch(/^(same|near|not)$/);
});

test('every error is in the guide', () => {
  // Of other APIs: none of these is read here.
  const others = ['INVALID_ADMIN_TOKEN', 'STRANGE_ORIGIN', 'NOT_FOUND', 'TRIAL_USED_UP', 'MISSING_FIELD'];
  const codes = Object.keys(fixedRefusals).filter((code) => !others.includes(code));
  const refusals = [...codes.map((code) => refusal(code as FixedRefusalCode)), rateLimited(1)];
  const answers = [
    ...refusals.map((own) => inRemovebgWords(own, false)),
    inRemovebgWords(invalid(['body', 'image_file'], 'Nothing'), true),
  ];
  const answered = answers.flatMap(({ status, body }) => ('errors' in body ? `${status} ${body.errors[0].code}` : []));
  const documented = guideTable('Status').flatMap(([statuses, codes]) => {
    const each = statuses.split(', ');
    return namedIn(codes).map((code, at) => `${each[at] ?? each[0]} ${code}`);
  });
  expect(new Set(documented)).toEqual(new Set(answered));
});
