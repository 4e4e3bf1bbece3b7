import { describe, expect, test } from 'vitest';
import { imageNames } from '../../contract/encoding.ts';
import { operationNamed, type ProcessingOperation, processingOperations } from '../../contract/operations.ts';
import { Refused } from '../../contract/refusals.ts';
import { unconfigured } from '../environment.ts';
import type { Exchange } from '../exchange.ts';
import { BodyReader } from './body.ts';
import { receive } from './receive.ts';

const file = new Uint8Array([1, 2, 3, 250]);
const text = btoa(String.fromCharCode(...file));

/** What is sent for each option: never its default. */
const otherThanDefault: Readonly<Record<string, string>> = {
  include_image_type: 'false',
  edge_colors: 'original',
  shadow_type: 'none',
  include_shadow: 'false',
  reconstruct_windows: 'false',
};

type Parts = readonly (readonly [name: string, value: string])[];

function requestOf({ path, encoding }: ProcessingOperation, parts: Parts, imageName: string): Request {
  const url = `http://edge${path}`;
  switch (encoding) {
    case 'multipart': {
      const form = new FormData();
      for (const [name, value] of parts) form.append(name, value);
      form.append(imageName, new File([file], 'photo.jpg'));
      return new Request(url, { method: 'POST', body: form });
    }
    case 'json': {
      const members = [...parts, [imageName, text]].map(([name, value]) => `"${name}":"${value}"`);
      const headers = { 'Content-Type': 'application/json' };
      return new Request(url, { method: 'POST', headers, body: `{${members.join(',')}}` });
    }
  }
}

function received(operation: ProcessingOperation, parts: Parts, imageName: string = imageNames[operation.encoding][0]) {
  const request = requestOf(operation, parts, imageName);
  const { limits } = unconfigured;
  return receive({ request, settings: unconfigured } as Exchange, operation, new BodyReader(request, limits));
}

const options = processingOperations.flatMap((operation) =>
  Object.keys(operation.options).map((option) => ({ operation, name: operation.name, option })),
);

describe('a request', () => {
  test.each(processingOperations.map((operation) => ({ operation, name: operation.name })))(
    'of $name gives its file and the task of no options, whatever the image is called',
    async ({ operation }) => {
      for (const imageName of imageNames[operation.encoding]) {
        const { file: got, task } = await received(operation, [], imageName);
        expect([...got]).toEqual([...file]);
        expect(task).toEqual(operation.read(new Map()));
      }
    },
  );

  test.each(options)('of $name is read with its $option', async ({ operation, option }) => {
    const { task } = await received(operation, [[option, otherThanDefault[option]]]);
    expect(task).toEqual(operation.read(new Map([[option, otherThanDefault[option]]])));
    expect(task).not.toEqual(operation.read(new Map()));
  });

  test.each(options)('of $name with its $option twice is refused', async ({ operation, option }) => {
    const part = [option, otherThanDefault[option]] as const;
    const refused = await received(operation, [part, part]).catch((cause: unknown) => cause);
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      refusal: { status: 422, body: { detail: [{ loc: ['body', option], msg: `Send ${option} only once` }] } },
    });
  });

  test('may hold what nobody knows', async () => {
    const cutout = operationNamed('image-without-background');
    const { task } = await received(cutout, [
      ['colour', 'red'],
      ['colour', 'blue'],
    ]);
    expect(task).toEqual(cutout.read(new Map()));
  });
});
