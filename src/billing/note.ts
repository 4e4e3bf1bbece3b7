/** Writes one line of the log. */
export function note(
  level: 'info' | 'warning' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const line = JSON.stringify({ level, event, ...fields });
  if (level === 'error') console.error(line);
  else console.log(line);
}
