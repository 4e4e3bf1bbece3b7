/** What was generated is what the service says of itself today. */
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { type Description, typesOf } from './openapi-types.ts';

const document = openApiDocument('https://api.example.org', 'help@example.org');
const description = JSON.parse(JSON.stringify(document)) as Description;

test('the types are those of the description', async () => {
  await expect(await typesOf(description)).toMatchFileSnapshot('../src/openapi.generated.ts');
});
