/** What was generated is what the service says of itself today. */
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { type Description, optionsOf, typesOf } from './openapi-types.ts';

const document = openApiDocument('https://api.example.org', 'help@example.org');
const description = JSON.parse(JSON.stringify(document)) as Description;

test('the types are those of the description', async () => {
  await expect(await typesOf(description)).toMatchFileSnapshot('../src/openapi.generated.ts');
});

test('the options of the command line are those of the description', async () => {
  await expect(optionsOf(description)).toMatchFileSnapshot('../src/command-line/options.generated.ts');
});
