/** Code samples of each operation: curl, Python with requests, JavaScript with fetch. A test runs them all. */
import { imageNames } from '../encoding.ts';
import type { PictureOperation } from '../operation.ts';
import type { credit } from '../operations/credit.ts';
import {
  curlFile,
  pythonFile,
  pythonText,
  pythonValue,
  type SampleOption,
  type SampleValue,
  scriptAppend,
  scriptBase64,
  scriptText,
  scriptValue,
  shellBase64,
  shellMember,
  shellText,
} from './sample-words.ts';

/** The reference's `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'Shell' | 'Python' | 'JavaScript';
  readonly label: string;
  readonly source: string;
}

type Sources = Readonly<Record<CodeSample['lang'], string>>;

const labels: Sources = { Shell: 'curl', Python: 'requests', JavaScript: 'fetch' };

/** What a sample sends where it is not the operation's own example. */
export interface SampleCall {
  /** Name of the file in the working directory. */
  readonly photo?: string;
  /** Options that are sent, by name. */
  readonly options?: Readonly<Record<string, SampleValue>>;
  /** A key that may be shown; without it the samples read `EDGEMATTE_KEY`. */
  readonly key?: string;
}

/**
 * How to call the operation. Each reads the key from `EDGEMATTE_KEY`, and the photo from the working directory, where it
 * leaves what came back.
 * @param url of the operation
 * @param call what to send; the operation's own example without options where it is left out
 */
export function codeSamples(
  operation: PictureOperation | typeof credit,
  url: string,
  call: SampleCall = {},
): readonly CodeSample[] {
  return samplesOf(sourcesOf(operation, url, call));
}

/**
 * The same for an upload that is no operation of the contract.
 * @param part the name of the file in its form
 */
export function uploadSamples(
  url: string,
  part: string,
  options: NonNullable<SampleCall['options']>,
  { photo = 'photo.jpg', saveAs = 'cutout.png' }: { readonly photo?: string; readonly saveAs?: string } = {},
) {
  const words = { url, part, photo, options: Object.entries(options) };
  return samplesOf(multipartSources(words, saveAs));
}

/** How to ask for what is left on a key. */
export function balanceSamples(url: string): readonly CodeSample[] {
  return samplesOf(balanceSources(url));
}

/** Them in the order in which they are shown. */
export function samplesOf(sources: Sources): readonly CodeSample[] {
  return (['Shell', 'Python', 'JavaScript'] as const).map((lang) => ({
    lang,
    label: labels[lang],
    source: sources[lang],
  }));
}

function sourcesOf(operation: PictureOperation | typeof credit, url: string, call: SampleCall): Sources {
  if (operation.method === 'GET') return balanceSources(url);
  const { encoding, answer } = operation;
  const words = {
    url,
    part: imageNames[encoding][0],
    photo: call.photo ?? operation.photo,
    options: Object.entries(call.options ?? {}),
    key: call.key,
  };
  switch (encoding) {
    case 'multipart':
      return multipartSources(words, savedAs(answer.saveAs, call.options));
    case 'json':
      return jsonSources(
        words,
        Object.entries(answer.files).map(([member, { saveAs }]) => [member, savedAs(saveAs, call.options)]),
      );
  }
}

/** The name of the file that comes back: its ending is that of the format that is asked for. */
export function savedAs(name: string, options: SampleCall['options'] = {}): string {
  const endings: Readonly<Record<string, string>> = { webp: 'webp', jpeg: 'jpg', zip: 'zip' };
  const ending = endings[String(options.output_format)];
  return ending === undefined ? name : name.replace(/\.png$/, `.${ending}`);
}

interface Words {
  readonly url: string;
  /** What the image is called. */
  readonly part: string;
  readonly photo: string;
  readonly options: readonly SampleOption[];
  readonly key?: string;
}

/** Without the empty `Expect` curl waits a second for a 100 that Workers never send. */
export const curlHeaders = (key = '$EDGEMATTE_KEY') => `-H 'Expect:' -H "X-API-Key: ${key}"`;
export const pythonKey = (key?: string) => (key === undefined ? 'os.environ["EDGEMATTE_KEY"]' : pythonText(key));
export const scriptKey = (key?: string) => (key === undefined ? 'process.env.EDGEMATTE_KEY' : scriptText(key));
/** Apart from the templates, where the check of imports would take it for one of this file. */
export const fileModule = "'node:fs/promises'";

function multipartSources({ url, part, photo, options, key }: Words, saved: string): Sources {
  const fields = options.map(
    ([name, value]) =>
      `\n  -F ${typeof value === 'object' ? curlFile(name, value.file) : `${name}=${shellText(String(value))}`} \\`,
  );
  const files = options.map(([name, value]) => (typeof value === 'object' ? `, ${pythonFile(name, value.file)}` : ''));
  const data = options.flatMap(([name, value]) =>
    typeof value === 'object' ? [] : [`${pythonText(name)}: ${pythonText(String(value))}`],
  );
  const appended = options.map((option) => `\n${scriptAppend(option)}`);
  return {
    Shell: `curl -f ${url} \\
  ${curlHeaders(key)} \\${fields.join('')}
  -F ${curlFile(part, photo)} -o ${saved}`,
    Python: `import os
import requests

with open(${pythonText(photo)}, "rb") as photo:
    answer = requests.post(
        "${url}",
        headers={"X-API-Key": ${pythonKey(key)}},
        files={"${part}": photo${files.join('')}},${data.length > 0 ? `\n        data={${data.join(', ')}},` : ''}
        timeout=90,
    )
answer.raise_for_status()
with open("${saved}", "wb") as picture:
    picture.write(answer.content)`,
    JavaScript: `import { readFile, writeFile } from ${fileModule};

const form = new FormData();
form.append('${part}', new Blob([await readFile(${scriptText(photo)})]), ${scriptText(photo)});${appended.join('')}
const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey(key)} },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('${saved}', Buffer.from(await answer.arrayBuffer()));`,
  };
}

function jsonSources(
  { url, part, photo, options, key }: Words,
  saved: readonly (readonly [member: string, file: string])[],
): Sources {
  const members = options.map(shellMember);
  const format = members.map((member) => `,${member.format}`).join('');
  const words = members.map(({ word }) => word).join('');
  const pythonMembers = options.map(([name, value]) => `, ${pythonText(name)}: ${pythonValue(value)}`);
  const scriptMembers = options.map(([name, value]) => `, ${name}: ${scriptValue(value)}`);
  const python = saved.map(
    ([name, file]) => `with open("${file}", "wb") as picture:
    picture.write(base64.b64decode(members["${name}"]))`,
  );
  const script = saved.map(([name, file]) => `await writeFile('${file}', members.${name}, 'base64');`);
  const shell = saved.map(([name, file]) => `jq -r .${name} answer.json | base64 --decode > ${file}`);
  return {
    Shell: `printf '{"${part}":"%s"${format}}' ${shellBase64(photo)}${words} |
  curl -f ${url} \\
    ${curlHeaders(key)} \\
    -H 'Content-Type: application/json' --data-binary @- -o answer.json
${shell.join('\n')}`,
    Python: `import base64
import os
import requests

with open(${pythonText(photo)}, "rb") as photo:
    text = base64.b64encode(photo.read()).decode()
answer = requests.post(
    "${url}",
    headers={"X-API-Key": ${pythonKey(key)}},
    json={"${part}": text${pythonMembers.join('')}},
    timeout=90,
)
answer.raise_for_status()
members = answer.json()
${python.join('\n')}`,
    JavaScript: `import { readFile, writeFile } from ${fileModule};

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey(key)}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ${part}: ${scriptBase64(photo)}${scriptMembers.join('')} }),
});
if (!answer.ok) throw new Error(await answer.text());
const members = await answer.json();
${script.join('\n')}`,
  };
}

function balanceSources(url: string): Sources {
  return {
    Shell: `curl -f ${url} -H "X-API-Key: $EDGEMATTE_KEY"`,
    Python: `import os
import requests

answer = requests.get("${url}", headers={"X-API-Key": ${pythonKey()}}, timeout=90)
answer.raise_for_status()
print(answer.json())`,
    JavaScript: `const answer = await fetch('${url}', { headers: { 'X-API-Key': ${scriptKey()} } });
if (!answer.ok) throw new Error(await answer.text());
console.log(JSON.stringify(await answer.json()));`,
  };
}
