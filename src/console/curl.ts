/** The terminal line that does what the page does. */

/**
 * A command for a POSIX shell.
 * @param key what stands after `X-API-Key:`; a shell variable such as `$EDGEMATTE_KEY` is expanded
 * @example
 * curlLine('https://api.example.com', '$EDGEMATTE_KEY', 'photo.jpg')
 */
export function curlLine(origin: string, key: string, fileName: string): string {
  return [
    `curl -f ${origin}/v1.0/image-without-background`,
    // Without it curl waits a second for a 100 that Workers never send.
    "-H 'Expect:'",
    `-H "X-API-Key: ${key}"`,
    `-F ${filePart(fileName)}`,
    `-o ${shellWord(resultName(fileName, 'cutout'))}`,
  ].join(' \\\n  ');
}

/** The name under which a result is saved: `photo.jpg` becomes `photo-cutout.png`. */
export function resultName(fileName: string, kind: 'cutout' | 'matte'): string {
  const stem = fileName.replace(/\.[^./\\]*$/, '') || 'photo';
  return `${stem}-${kind}.png`;
}

/** curl gives `,` and `;` a meaning in a name unless it stands in double quotes. */
function filePart(fileName: string): string {
  if (isPlain(fileName)) return `file=@${fileName}`;
  return shellWord(`file=@"${fileName.replace(/["\\]/g, '\\$&')}"`);
}

function shellWord(text: string): string {
  return isPlain(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function isPlain(text: string): boolean {
  return /^[\w.][\w.-]*$/.test(text);
}
