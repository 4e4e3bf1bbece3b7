/** Every row of the guide to the remove.bg compatibility API acts as it says, on both lanes: values show, or are refused. */
import { describe, expect, test } from 'vitest';
import { type Fields, type RemovebgRow, removebgRows } from '../../../test/effects/removebg-rows.ts';
import { plainPicture, sceneOnPlane, scenePhoto } from '../../../test/effects/scene.ts';
import { expectAlike, expectEffect, shownIn } from '../../../test/effects/shown.ts';
import { guideTable, namedIn } from '../../../test/removebg/guide-table.ts';
import { type Answer, jsonOf } from '../../../testing/http-message.ts';
import { declareInProcess } from '../../../testing/in-process/service.ts';
import { once } from '../../../testing/once.ts';
import { jsonCall, multipartCall, type Part } from '../../../testing/requests.ts';
import { backgroundFields, imageFields } from '../../contract/removebg/fields.ts';
import { publishedDefaults, valueRows } from '../../contract/removebg/values.ts';

const path = '/v1.0/removebg';
const { send } = declareInProcess();

async function ask(fields: Fields, image: Buffer): Promise<Answer> {
  const parts = await Promise.all(
    Object.entries(fields).map(async ([name, value]): Promise<Part> => {
      // A background is sent as a picture of the colour that it is called by.
      const isFile = name === backgroundFields.image && value !== '';
      return { name, content: isFile ? await plainPicture(value) : value };
    }),
  );
  const file: Part = { name: imageFields.file, content: image, fileName: 'photo', type: 'image/png' };
  return send(multipartCall(path, '', [...parts, file]));
}

/** Once: what a field is held against is the same for many. */
const answered = once(async (fields: Fields, image: Buffer): Promise<Answer> => {
  const answer = await ask(fields, image);
  expect(answer.status, answer.status === 200 ? '' : `${JSON.stringify(fields)}: ${answer.body}`).toBe(200);
  return answer;
});

const shown = once(async (fields: Fields, image: Buffer) => shownIn((await answered(fields, image)).body));

/** A field beside others; one that is undefined is not sent. */
function calls(name: string, value: string | undefined, beside: Fields = {}): Fields {
  return { ...beside, ...(value !== undefined && { [name]: value }) };
}

const carried = [imageFields.file, imageFields.base64];
/** Pictures at addresses are asked for in a network of their own: test/image-url. */
const images: readonly string[] = [...carried, imageFields.url, backgroundFields.url];
const rows = guideTable('Field').flatMap(([names, likeness]) => namedIn(names).map((name) => ({ name, likeness })));

test('each row of the guide is here: what is not taken is refused, all else has an effect', () => {
  expect(rows.map(({ name }) => name).sort()).toEqual([...images, ...Object.keys(removebgRows)].sort());
  for (const { name, likeness } of rows.filter((row) => !images.includes(row.name))) {
    const { effects = [] } = removebgRows[name];
    expect(effects.length > 0, name).toBe(likeness !== 'not');
  }
});

const lanes = [
  { lane: 'at the edge', small: 'png', large: 'jpeg' },
  { lane: 'in the image lane', small: 'tiff', large: 'tiff' },
] as const;

describe.each(lanes)('$lane', ({ small, large }) => {
  // The default `size` is preview: here pictures are compared in full size.
  const photoOf = ({ large: isLarge }: RemovebgRow) => (isLarge ? sceneOnPlane(large, 2400, 1720) : scenePhoto(small));
  // Without a type the thing of the photo would be a car.
  const whole = (name: string): Fields => ({
    ...(name !== 'size' && { size: 'auto' }),
    ...(name !== 'type' && { type: 'product' }),
  });

  const withEffects = Object.entries(removebgRows).filter(([, { effects }]) => effects);
  test.each(withEffects)('%s shows', async (name, row) => {
    const photo = await photoOf(row);
    for (const { beside, groups } of row.effects ?? []) {
      const given = (value: string | undefined) => ({ ...whole(name), ...calls(name, value, beside) });
      const show = (value: string | undefined) => shown(given(value), photo);
      const { header } = row;
      if (!header) {
        await expectEffect(groups, show);
        continue;
      }
      await expectEffect(groups, async (value) => String((await answered(given(value), photo)).headers.get(header)));
      await expectAlike(groups.flat(), show);
    }
  });

  const neutral = Object.entries(removebgRows).flatMap(([name, { withoutEffect = [] }]) =>
    withoutEffect.map(({ beside = {}, values }) => ({ name, beside, values })),
  );
  test.each(neutral)('$name of $values beside $beside changes nothing', async ({ name, beside, values }) => {
    const photo = await scenePhoto(small);
    await expectAlike([undefined, ...values], (value) =>
      shown({ ...whole(name), ...calls(name, value, beside) }, photo),
    );
  });

  test('size above that of the photo is the size of the photo', async () => {
    const photo = await scenePhoto(small);
    for (const size of ['preview', 'medium', 'hd', 'auto', '50MP']) {
      const { headers } = await answered({ size }, photo);
      expect([headers.get('X-Width'), headers.get('X-Height')], size).toEqual(['120', '80']);
    }
  });

  test.each(carried)('%s is the picture', async (name) => {
    const photos = [await scenePhoto(small), await sceneOnPlane(small, 160, 100)];
    await expectEffect(
      photos.map((photo) => [photo]),
      async (photo) => {
        if (name === imageFields.file) return shown({ size: 'auto' }, photo);
        const call = jsonCall(path, '', { size: 'auto', [name]: photo.toString('base64') });
        const answer = await send(call);
        expect(answer.status).toBe(200);
        return shownIn(answer.body);
      },
    );
  });
});

const refused = Object.values(removebgRows).flatMap(({ refused: ofRow = [] }) =>
  ofRow.map(([code, fields]) => ({ code, fields, sent: JSON.stringify(fields) })),
);
test.each(refused)('$sent is refused with $code, in a sentence', async ({ code, fields }) => {
  const answer = await ask(fields, await scenePhoto('png'));
  expect(answer.status).toBe(400);
  expect(jsonOf(answer)).toEqual({ errors: [{ code, title: expect.stringMatching(/\w \w/) }] });
});

/** Of an answer: whether a field is named, and as what it was drawn. */
function namedAs({ headers }: Answer, field: string): unknown {
  const listed = (name: string) => headers.get(name)?.split(', ') ?? [];
  const drawn = listed('X-Substituted').find((each) => each.startsWith(`${field}=`));
  if (drawn) return { drawnAs: drawn.slice(drawn.indexOf('>') + 1) };
  return listed('X-Ignored').includes(field) ? 'ignored' : 'drawn';
}

// Addresses are asked for in a network of their own.
const drawnRows = valueRows.filter(
  ({ field, becomes }) => !images.includes(field) && (typeof becomes === 'string' || 'drawnAs' in becomes),
);
test.each(drawnRows)('$field of $values beside $beside is answered, and becomes $becomes', async (row) => {
  const photo = await scenePhoto('png');
  const found = row.values.map(async (value) => {
    // A kind is named: to tiny networks the scene is a car.
    const given = { size: 'auto', type: 'product', ...row.beside, [row.field]: value };
    return namedAs(await answered(given, photo), row.field);
  });
  expect(await Promise.all(found)).toEqual(row.values.map(() => row.becomes));
});

test('all defaults at once are those of a call that says nothing else', async () => {
  const photo = await scenePhoto('png');
  await expectAlike<Fields>([publishedDefaults, { semitransparency: 'true' }], (fields) => shown(fields, photo));
  const { headers } = await answered(publishedDefaults, photo);
  for (const name of ['X-Ignored', 'X-Substituted']) expect(headers.get(name)).toBeNull();
});
