/** Code samples of each operation: curl, Python with requests, JavaScript with fetch. A test runs them all. */
import { type BodyEncoding, imageNames } from '../encoding.ts';
import type { PictureOperation } from '../operation.ts';
import type { credit } from '../operations/credit.ts';

/** The reference's `x-codeSamples`. */
export interface CodeSample {
  readonly lang: 'Shell' | 'Python' | 'JavaScript';
  readonly label: string;
  readonly source: string;
}

type Sources = Readonly<Record<CodeSample['lang'], string>>;

const labels: Sources = { Shell: 'curl', Python: 'requests', JavaScript: 'fetch' };

/**
 * How to call the operation. Each reads the key from `EDGEMATTE_KEY`, and the photo from the working directory, where it
 * leaves what came back.
 * @param url of the operation
 */
export function codeSamples(operation: PictureOperation | typeof credit, url: string): readonly CodeSample[] {
  const sources = sourcesOf(operation, url);
  return (['Shell', 'Python', 'JavaScript'] as const).map((lang) => ({
    lang,
    label: labels[lang],
    source: sources[lang],
  }));
}

function sourcesOf(operation: PictureOperation | typeof credit, url: string): Sources {
  if (operation.method === 'GET') return creditSources(url);
  const { encoding, photo, answer } = operation;
  switch (encoding) {
    case 'multipart':
      return multipartSources(url, photo, answer.saveAs);
    case 'json':
      return jsonSources(
        url,
        photo,
        Object.entries(answer.pngs).map(([member, { saveAs }]) => [member, saveAs]),
      );
  }
}

/** Without the empty `Expect` curl waits a second for a 100 that Workers never send. */
const curlHeaders = `-H 'Expect:' -H "X-API-Key: $EDGEMATTE_KEY"`;
const pythonKey = 'os.environ["EDGEMATTE_KEY"]';
const scriptKey = 'process.env.EDGEMATTE_KEY';
/** Apart from the templates, where the check of imports would take it for one of this file. */
const fileModule = "'node:fs/promises'";
const nameOf = (encoding: BodyEncoding) => imageNames[encoding][0];

function multipartSources(url: string, photo: string, saved: string): Sources {
  const part = nameOf('multipart');
  return {
    Shell: `curl -f ${url} \\
  ${curlHeaders} \\
  -F ${part}=@${photo} -o ${saved}`,
    Python: `import os
import requests

with open("${photo}", "rb") as photo:
    answer = requests.post(
        "${url}",
        headers={"X-API-Key": ${pythonKey}},
        files={"${part}": photo},
        timeout=90,
    )
answer.raise_for_status()
with open("${saved}", "wb") as picture:
    picture.write(answer.content)`,
    JavaScript: `import { readFile, writeFile } from ${fileModule};

const form = new FormData();
form.append('${part}', new Blob([await readFile('${photo}')]), '${photo}');
const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey} },
  body: form,
});
if (!answer.ok) throw new Error(await answer.text());
await writeFile('${saved}', Buffer.from(await answer.arrayBuffer()));`,
  };
}

function jsonSources(url: string, photo: string, saved: readonly (readonly [member: string, file: string])[]): Sources {
  const member = nameOf('json');
  const python = saved.map(
    ([name, file]) => `with open("${file}", "wb") as picture:
    picture.write(base64.b64decode(members["${name}"]))`,
  );
  const script = saved.map(([name, file]) => `await writeFile('${file}', members.${name}, 'base64');`);
  const shell = saved.map(([name, file]) => `jq -r .${name} answer.json | base64 --decode > ${file}`);
  return {
    Shell: `printf '{"${member}":"%s"}' "$(base64 < ${photo} | tr -d '\\n')" |
  curl -f ${url} \\
    ${curlHeaders} \\
    -H 'Content-Type: application/json' --data-binary @- -o answer.json
${shell.join('\n')}`,
    Python: `import base64
import os
import requests

with open("${photo}", "rb") as photo:
    text = base64.b64encode(photo.read()).decode()
answer = requests.post(
    "${url}",
    headers={"X-API-Key": ${pythonKey}},
    json={"${member}": text},
    timeout=90,
)
answer.raise_for_status()
members = answer.json()
${python.join('\n')}`,
    JavaScript: `import { readFile, writeFile } from ${fileModule};

const answer = await fetch('${url}', {
  method: 'POST',
  headers: { 'X-API-Key': ${scriptKey}, 'Content-Type': 'application/json' },
  body: JSON.stringify({ ${member}: await readFile('${photo}', 'base64') }),
});
if (!answer.ok) throw new Error(await answer.text());
const members = await answer.json();
${script.join('\n')}`,
  };
}

function creditSources(url: string): Sources {
  return {
    Shell: `curl -f ${url} -H "X-API-Key: $EDGEMATTE_KEY"`,
    Python: `import os
import requests

answer = requests.get("${url}", headers={"X-API-Key": ${pythonKey}}, timeout=90)
answer.raise_for_status()
print(answer.json())`,
    JavaScript: `const answer = await fetch('${url}', { headers: { 'X-API-Key': ${scriptKey} } });
if (!answer.ok) throw new Error(await answer.text());
console.log(await answer.json());`,
  };
}
