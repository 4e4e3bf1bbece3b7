/** Writes one line of the log. An error among the fields is written with its stack. */
export function note(
  level: 'info' | 'warning' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  const line = JSON.stringify({ level, event, ...fields }, (_key, value) =>
    value instanceof Error ? (value.stack ?? value.message) : value,
  );
  if (level === 'error') console.error(line);
  else console.log(line);
}
