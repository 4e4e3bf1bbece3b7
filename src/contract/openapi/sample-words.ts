/** Texts and values of code samples, as each language writes them. Their names may be of any characters. */

/** What a sample sends of an option: a file is one of the working directory. */
export type SampleValue = string | boolean | { readonly file: string };

export type SampleOption = readonly [name: string, value: SampleValue];

export const pythonText = (text: string) => JSON.stringify(text);
export const scriptText = (text: string) =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
const isPlain = (text: string) => /^[\w.][\w.-]*$/.test(text);
export const shellText = (text: string) => (isPlain(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);

/** As part of a `printf` format in single quotes. */
const printfText = (text: string) => text.replaceAll('\\', '\\\\').replaceAll('%', '%%').replaceAll("'", "'\\''");

/** curl gives `,` and `;` a meaning in a name unless it is in double quotes. */
export function curlFile(part: string, file: string): string {
  if (isPlain(file)) return `${part}=@${file}`;
  return shellText(`${part}=@"${file.replace(/["\\]/g, '\\$&')}"`);
}

/** Base64 of a file, for a `%s` of `printf`. */
export const shellBase64 = (file: string) => `"$(base64 < ${shellText(file)} | tr -d '\\n')"`;
const pythonBase64 = (file: string) => `base64.b64encode(open(${pythonText(file)}, "rb").read()).decode()`;
export const scriptBase64 = (file: string) => `await readFile(${scriptText(file)}, 'base64')`;

/** A form's field of JavaScript. */
export function scriptAppend([name, value]: SampleOption): string {
  if (typeof value !== 'object') return `form.append('${name}', ${scriptText(String(value))});`;
  const file = scriptText(value.file);
  return `form.append('${name}', new Blob([await readFile(${file})]), ${file});`;
}

/** A file among those of `requests`, by its path. */
export const pythonFile = (name: string, file: string) => `${pythonText(name)}: open(${pythonText(file)}, "rb")`;

/** Members of JSON, as a format of `printf` and the words for its `%s`. */
export function shellMember([name, value]: SampleOption): { readonly format: string; readonly word: string } {
  const isFile = typeof value === 'object';
  const format = `${printfText(`${JSON.stringify(name)}:`)}${isFile ? '"%s"' : printfText(JSON.stringify(value))}`;
  return { format, word: isFile ? ` ${shellBase64(value.file)}` : '' };
}

/** A value of a member as Python writes it. */
export function pythonValue(value: SampleValue): string {
  if (typeof value === 'object') return pythonBase64(value.file);
  if (typeof value === 'string') return pythonText(value);
  return value ? 'True' : 'False';
}

/** A value of a member as JavaScript writes it. */
export function scriptValue(value: SampleValue): string {
  if (typeof value === 'object') return scriptBase64(value.file);
  return typeof value === 'string' ? scriptText(value) : String(value);
}
