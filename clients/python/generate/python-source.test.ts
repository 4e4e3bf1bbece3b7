/** The generated file is that of the service's description today. */
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../src/contract/openapi.ts';
import { type Description, pythonSourceOf } from './python-source.ts';

// Not for clients of remove.bg, which have clients of their own.
const document = openApiDocument({
  serverUrl: 'https://api.example.org',
  supportEmail: 'help@example.org',
  removebg: false,
});
const description = JSON.parse(JSON.stringify(document)) as Description;

test('operations, options and answers are those of the description', async () => {
  await expect(pythonSourceOf(description)).toMatchFileSnapshot('../src/edgematte/operations_generated.py');
});

test('an option that is a file is one in a form and in JSON', () => {
  const upload = {
    type: 'object',
    properties: { added: { type: 'string', format: 'binary', description: 'A file.' } },
  };
  const request = { type: 'object', properties: { added: { type: ['string', 'null'], contentEncoding: 'base64' } } };
  const schemas = { ...description.components.schemas, MatteUpload: upload, MatteRequest: request };
  const source = pythonSourceOf({ ...description, components: { schemas } });
  expect(source).toContain('from .photo import AsyncPhoto, File, Photo\n');
  expect(source).toMatch(/class MatteOptions\(.*?\n {4}added: File \| None\n {4}"""A file."""/s);
  expect(source).toMatch(/class MatteBase64Options\(.*?\n {4}added: File \| None\n/s);
});

test('an operation without a name, and a schema that Python cannot express, are refused', () => {
  const [operation] = Object.values(Object.values(description.paths)[0]);
  const added = (change: object) => ({ ...description, paths: { '/new': { post: { ...operation, ...change } } } });
  expect(() => pythonSourceOf(added({ operationId: 'new' }))).toThrow('No client has a name for new');
  const schema = { type: 'object', properties: { odd: { type: 'tensor' } } };
  const requestBody = { content: { 'multipart/form-data': { schema } } };
  expect(() => pythonSourceOf(added({ requestBody }))).toThrow('No type of Python is known for CutoutOptionsOdd');
});
