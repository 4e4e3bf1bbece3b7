/** Code samples of a call that names its image by an address, in the languages of `samples.ts`. */
import { imageUrlName } from '../encoding.ts';
import type { PictureOperation } from '../operation.ts';
import {
  curlFile,
  pythonFile,
  pythonText,
  pythonValue,
  type SampleOption,
  scriptAppend,
  scriptValue,
  shellMember,
  shellText,
} from './sample-words.ts';
import {
  type CodeSample,
  curlHeaders,
  fileModule,
  pythonKey,
  type SampleCall,
  samplesOf,
  savedAs,
  scriptKey,
} from './samples.ts';

/**
 * How to call the operation for the image at an address.
 * @param url of the operation
 */
export function addressSamples(
  operation: PictureOperation,
  url: string,
  address: string,
  { options = {}, key }: Pick<SampleCall, 'options' | 'key'>,
): readonly CodeSample[] {
  const given: SampleOption[] = [[imageUrlName, address], ...Object.entries(options)];
  const words = { url, key, given };
  switch (operation.encoding) {
    case 'multipart':
      return samplesOf(forms(words, savedAs(operation.answer.saveAs, options)));
    case 'json': {
      const saved = Object.entries(operation.answer.files).map(([member, { saveAs }]) => ({
        member,
        saveAs: savedAs(saveAs, options),
      }));
      return samplesOf(bodies(words, saved));
    }
  }
}

interface Words {
  readonly url: string;
  readonly key?: string;
  readonly given: readonly SampleOption[];
}

/** curl gives `;` a meaning in a field unless it is a text; requests sends a form with parts only for files. */
function forms({ url, key, given }: Words, saved: string) {
  const fields = given.map(([name, value]) =>
    typeof value === 'object'
      ? `  -F ${curlFile(name, value.file)} \\\n`
      : `  --form-string ${shellText(`${name}=${value}`)} \\\n`,
  );
  const parts = given.map(([name, value]) =>
    typeof value === 'object'
      ? pythonFile(name, value.file)
      : `${pythonText(name)}: (None, ${pythonText(String(value))})`,
  );
  const appended = given.map((option) => `${scriptAppend(option)}\n`);
  return {
    Shell: `curl -f ${url} \\
  ${curlHeaders(key)} \\
${fields.join('')}  -o ${saved}`,
    Python: `import os
import requests

answer = requests.post(
    "${url}",
    headers={"X-API-Key": ${pythonKey(key)}},
    files={${parts.join(', ')}},
    timeout=90,
)
answer.raise_for_status()
with open("${saved}", "wb") as picture:
    picture.write(answer.content)`,
    JavaScript: `import { ${hasFile(given) ? 'readFile, ' : ''}writeFile } from ${fileModule};

const form = new FormData();
${appended.join('')}const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey(key)} },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('${saved}', Buffer.from(await answer.arrayBuffer()));`,
  };
}

function bodies({ url, key, given }: Words, saved: readonly { readonly member: string; readonly saveAs: string }[]) {
  const python = given.map(([name, value]) => `${pythonText(name)}: ${pythonValue(value)}`);
  const script = given.map(([name, value]) => `${name}: ${scriptValue(value)}`);
  return {
    Shell: `${shellCall({ url, key, given })}
${saved.map(({ member, saveAs }) => `jq -r .${member} answer.json | base64 --decode > ${saveAs}`).join('\n')}`,
    Python: `import base64
import os
import requests

answer = requests.post(
    "${url}",
    headers={"X-API-Key": ${pythonKey(key)}},
    json={${python.join(', ')}},
    timeout=90,
)
answer.raise_for_status()
members = answer.json()
${saved.map(pythonPicture).join('\n')}`,
    JavaScript: `import { ${hasFile(given) ? 'readFile, ' : ''}writeFile } from ${fileModule};

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey(key)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ${script.join(', ')} }),
});
if (!answer.ok) throw new Error(await answer.text());
const members = await answer.json();
${saved.map(({ member, saveAs }) => `await writeFile('${saveAs}', members.${member}, 'base64');`).join('\n')}`,
  };
}

function hasFile(given: Words['given']): boolean {
  return given.some(([, value]) => typeof value === 'object');
}

function shellCall({ url, key, given }: Words): string {
  const headers = `${curlHeaders(key)} \\\n  -H 'Content-Type: application/json'`;
  if (!hasFile(given)) {
    const members = shellText(JSON.stringify(Object.fromEntries(given)));
    return `curl -f ${url} \\\n  ${headers} \\\n  -d ${members} -o answer.json`;
  }
  const members = given.map(shellMember);
  const text = `printf '{${members.map(({ format }) => format).join(',')}}'${members.map(({ word }) => word).join('')}`;
  return `${text} |\n  curl -f ${url} \\\n  ${headers} --data-binary @- -o answer.json`;
}

function pythonPicture({ member, saveAs }: { readonly member: string; readonly saveAs: string }): string {
  return `with open("${saveAs}", "wb") as picture:
    picture.write(base64.b64decode(members["${member}"]))`;
}
