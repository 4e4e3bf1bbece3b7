/** Samples of each operation with this project's own clients. Tests run them all. */
import { type Operation, operations } from '../../../contract/operations.ts';
import type { ShownOperation } from './openapi-shape.ts';

export interface ReferenceSample {
  readonly language: 'curl' | 'TypeScript' | 'Python';
  readonly source: string;
}

/** What the clients call each operation. `clients/typescript/src/operations.ts` decides; a test compares. */
export const clientNames: Readonly<Record<string, string>> = {
  'image-without-background': 'cutout',
  'image-without-background-base64': 'cutoutBase64',
  'alpha-channel': 'matte',
  'alpha-channel-base64': 'matteBase64',
  'car-image-without-background': 'car',
  'car-image-without-background-base64': 'carBase64',
  'car-layers-base64': 'layers',
  'available-credit': 'credit',
};

/**
 * The samples that the reference shows of an operation: with the clients where they have it, otherwise by plain HTTP.
 * @param address of the service
 */
export function referenceSamples(described: ShownOperation, address: string): readonly ReferenceSample[] {
  const plain = (wanted: string) => described['x-codeSamples'].find(({ lang }) => lang === wanted)?.source ?? '';
  const operation = operations.find(({ name }) => name === described.operationId);
  const client = clientNames[described.operationId];
  const call = operation && client !== undefined ? callOf(operation, client, address) : null;
  return [
    { language: 'curl', source: plain('Shell') },
    { language: 'TypeScript', source: call ? inTypeScript(call) : plain('JavaScript') },
    { language: 'Python', source: call ? inPython(call) : plain('Python') },
  ];
}

interface ClientCall {
  readonly address: string;
  /** The client's name of the operation: `cutoutBase64`. */
  readonly name: string;
  /** Null where no photo is sent. */
  readonly photo: string | null;
  /** Files that the answer becomes: a member of its JSON each, or all of it. */
  readonly saved: readonly { readonly member: string | null; readonly file: string }[];
}

function callOf(operation: Operation, name: string, address: string): ClientCall {
  if (operation.method === 'GET') return { address, name, photo: null, saved: [] };
  const { encoding, answer, photo } = operation;
  switch (encoding) {
    case 'multipart':
      return { address, name, photo, saved: [{ member: null, file: answer.saveAs }] };
    case 'json': {
      const saved = Object.entries(answer.files).map(([member, { saveAs }]) => ({ member, file: saveAs }));
      return { address, name, photo, saved };
    }
  }
}

// Apart from the templates, where the check of imports would take them for some of this file.
const [openingModule, writingModule, clientModule] = ["'node:fs'", "'node:fs/promises'", "'edgematte'"];

function inTypeScript({ address, name, photo, saved }: ClientCall): string {
  const isJson = saved.every(({ member }) => member !== null);
  const imports = [
    photo && `import { openAsBlob } from ${openingModule};`,
    photo && `import { writeFile } from ${writingModule};`,
    `import { ${photo && isJson ? 'bytesOf, ' : ''}Edgematte } from ${clientModule};`,
  ];
  const given = photo === null ? '' : `await openAsBlob('${photo}')`;
  const uses = saved.map(({ member, file }) =>
    member === null ? `await writeFile('${file}', bytes);` : `await writeFile('${file}', bytesOf(json.${member}));`,
  );
  return [
    ...imports.filter(Boolean),
    '',
    'const edgematte = new Edgematte({',
    `  address: '${address}',`,
    '  key: process.env.EDGEMATTE_KEY,',
    '});',
    `const { ${isJson ? 'json' : 'bytes'} } = await edgematte.${name}(${given});`,
    ...(photo === null ? ['console.log(JSON.stringify(json));'] : uses),
  ].join('\n');
}

function inPython({ address, name, photo, saved }: ClientCall): string {
  const method = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const given = photo === null ? '' : `Path("${photo}")`;
  const isJson = saved.every(({ member }) => member !== null);
  const uses = saved.map(
    ({ member, file }) => `    Path("${file}").write_bytes(base64.b64decode(answer["${member}"]))`,
  );
  const call = isJson
    ? [`    answer = client.${method}(${given}).json`, ...(photo === null ? ['    print(answer)'] : uses)]
    : saved.map(({ file }) => `    client.save_${method}(${given}, "${file}")`);
  return [
    ...(photo !== null && isJson ? ['import base64'] : []),
    'import os',
    ...(photo === null ? [] : ['from pathlib import Path']),
    '',
    `from ${clientModule.slice(1, -1)} import Client`,
    '',
    `with Client("${address}", os.environ["EDGEMATTE_KEY"]) as client:`,
    ...call,
  ].join('\n');
}
