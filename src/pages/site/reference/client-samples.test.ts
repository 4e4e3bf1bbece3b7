/** Samples with the clients. That they run is tested in `test/conformance/code-samples.test.ts`. */
import { describe, expect, test } from 'vitest';
import { jsonOperations, pictureOperations } from '../../../../clients/typescript/src/operations.ts';
import { openApiDocument } from '../../../contract/openapi.ts';
import { clientNames, referenceSamples } from './client-samples.ts';
import type { ShownDocument } from './openapi-shape.ts';

const address = 'https://api.example.org';
const description = openApiDocument({ serverUrl: address, supportEmail: 'help@example.org', removebg: true });
const { paths } = JSON.parse(JSON.stringify(description)) as ShownDocument;
const described = Object.values(paths).flatMap((methods) => Object.values(methods));

function samplesOf(id: string): Record<string, string> {
  const operation = described.find(({ operationId }) => operationId === id);
  if (!operation) throw new Error(`There is no ${id}`);
  return Object.fromEntries(referenceSamples(operation, address).map(({ language, source }) => [language, source]));
}

test('the clients call the operations as it is said here', () => {
  const names = Object.entries({ ...pictureOperations, ...jsonOperations, credit: 'available-credit' });
  expect(clientNames).toEqual(Object.fromEntries(names.map(([name, id]) => [id, name])));
});

describe('a sample', () => {
  test('writes a picture', () => {
    expect(samplesOf('image-without-background')).toMatchObject({
      TypeScript: `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Edgematte } from 'edgematte';

const edgematte = new Edgematte({
  address: 'https://api.example.org',
  key: process.env.EDGEMATTE_KEY,
});
const { bytes } = await edgematte.cutout(await openAsBlob('photo.jpg'));
await writeFile('cutout.png', bytes);`,
      Python: `import os
from pathlib import Path

from edgematte import Client

with Client("https://api.example.org", os.environ["EDGEMATTE_KEY"]) as client:
    client.save_cutout(Path("photo.jpg"), "cutout.png")`,
    });
  });

  test('writes the pictures of an answer that is JSON', () => {
    const { TypeScript, Python } = samplesOf('car-layers-base64');
    expect(TypeScript).toContain("import { bytesOf, Edgematte } from 'edgematte';");
    expect(TypeScript).toContain("const { json } = await edgematte.layers(await openAsBlob('car.jpg'));\n");
    expect(TypeScript.match(/^await writeFile\('.*\.png', bytesOf\(json\.\w+\)\);$/gm)).toHaveLength(2);
    expect(Python).toMatch(/^import base64\nimport os\n/);
    expect(Python.match(/^ {4}Path\(".*\.png"\)\.write_bytes\(base64\.b64decode\(answer\["\w+"\]\)\)$/gm)).toHaveLength(
      2,
    );
  });

  test('prints credits', () => {
    const { TypeScript, Python } = samplesOf('available-credit');
    expect(TypeScript).toContain('const { json } = await edgematte.credit();\nconsole.log(JSON.stringify(json));');
    expect(TypeScript).not.toContain('openAsBlob');
    expect(Python).toContain('    answer = client.credit().json\n    print(answer)');
  });

  test('is plain HTTP where no client has the operation', () => {
    const { TypeScript, Python, curl } = samplesOf('removebg');
    expect([TypeScript, Python, curl].map((source) => source.includes('edgematte'))).toEqual([false, false, false]);
    expect(TypeScript).toContain('await fetch(');
    expect(Python).toContain('import requests');
  });
});
