/** What the description says of the remove.bg compatibility API; `openapi.test.ts` holds it to all that is said of any operation. */
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../openapi.ts';
import { readFields } from '../../removebg/fields.ts';
import { refusedItem } from '../../testing/refused-item.ts';
import { removebgPaths, removebgTag } from './paths.ts';
import { removebgSchemas } from './schemas.ts';

interface Described {
  readonly tags: readonly string[];
  readonly 'x-beyond-contract': boolean;
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly content: Readonly<
          Record<string, { readonly examples: Readonly<Record<string, { readonly value: unknown }>> }>
        >;
      }
    >
  >;
}
interface Body {
  readonly properties: Readonly<Record<string, { readonly description: string }>>;
  readonly required?: readonly string[];
}

const paths = removebgPaths('https://api.example.org', 'help@example.org');
const described = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    call: `${method} ${path}`,
    operation: operation as Described,
  })),
);
// Schemas are plain data; the test reads the members that a body has.
const body = (name: string) => removebgSchemas[name] as unknown as Body;

it('has three routes with a tag of their own, beyond the contract', () => {
  const calls = ['post /v1.0/removebg', 'post /v1.0/improve', 'get /v1.0/account'];
  expect(described.map(({ call }) => call)).toEqual(calls);
  for (const { operation } of described) {
    expect(operation).toMatchObject({ tags: [removebgTag.name], 'x-beyond-contract': true });
  }
});

describe('a request', () => {
  it.each([
    ['RemovebgUpload', ['image_file', 'image_file_b64', 'image_url']],
    ['RemovebgForm', ['image_file_b64', 'image_url']],
    ['RemovebgRequest', ['image_file_b64', 'image_url']],
    ['RemovebgImproveUpload', ['image_file', 'image_file_b64', 'image_url']],
    ['RemovebgImproveForm', ['image_file_b64', 'image_url']],
    ['RemovebgImproveRequest', ['image_file_b64', 'image_url']],
  ])('of %s requires no source of the image, and asks for exactly one', (name, sources) => {
    const { properties, required } = body(name);
    expect(required).toBeUndefined();
    for (const source of sources) {
      const exactlyOne = `Send exactly one of ${sources.map((each) => `\`${each}\``).join(', ')}.`;
      expect(properties[source].description).toContain(exactlyOne);
    }
  });

  it('offers no field that is refused whatever it says', () => {
    const {
      image_file_b64: _image,
      image_url: _address,
      type: _anyWord,
      bg_image_file: _anyFile,
      bg_image_url: _anyAddress,
      ...fields
    } = body('RemovebgRequest').properties;
    expect(Object.keys(fields)).toEqual(expect.arrayContaining(['size', 'format', 'channels', 'crop', 'bg_color']));
    for (const name of Object.keys(fields)) {
      expect(refusedItem(() => readFields(new Map([[name, 'no such value']]))).msg, name).toMatch(/^Expected /);
    }
  });
});

it.each(described)('errors of $call are in the format of remove.bg', ({ operation }) => {
  const { 200: _success, ...refusals } = operation.responses;
  expect(Object.keys(refusals)).toEqual(expect.arrayContaining(['403', '405', '429', '500', '503']));
  expect(refusals).not.toHaveProperty('422');
  for (const { content } of Object.values(refusals)) {
    for (const { value } of Object.values(content['application/json'].examples)) {
      expect(value).toEqual({
        errors: [{ title: expect.stringMatching(/\w/), code: expect.stringMatching(/^[a-z_]+$/) }],
      });
    }
  }
});

it('is left out where a deployment has closed it', () => {
  const deployment = { serverUrl: 'https://api.example.org', supportEmail: 'help@example.org' };
  const closed = JSON.stringify(openApiDocument({ ...deployment, removebg: false }));
  expect(closed).not.toMatch(/removebg|remove\.bg|X-Credits-Charged/i);
  expect(closed).toContain('/available-credit');
});
