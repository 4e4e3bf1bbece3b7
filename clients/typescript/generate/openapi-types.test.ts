/** What was generated is what the service says of itself today. */
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { type Description, typesOf } from './openapi-types.ts';

// Not for clients of remove.bg, which have clients of their own.
const document = openApiDocument({
  serverUrl: 'https://api.example.org',
  supportEmail: 'help@example.org',
  removebg: false,
});
const description = JSON.parse(JSON.stringify(document)) as Description;

test('the types are those of the description', async () => {
  await expect(await typesOf(description)).toMatchFileSnapshot('../src/openapi.generated.ts');
});
