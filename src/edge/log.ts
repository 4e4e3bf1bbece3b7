/** Structured log lines: one JSON object each, with the request id. Causes are written only here. */

/** Writes one line. An error among the fields is written with its stack and its causes. */
export function log(
  level: 'info' | 'warning' | 'error',
  event: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const line = JSON.stringify({ level, event, ...fields }, (_key, value) =>
    value instanceof Error ? describeError(value) : value,
  );
  if (level === 'error') console.error(line);
  else console.log(line);
}

function describeError({ name, message, stack, cause }: Error): Record<string, unknown> {
  return {
    name,
    message,
    stack,
    ...(cause === undefined ? {} : { cause: cause instanceof Error ? describeError(cause) : String(cause) }),
  };
}

/**
 * Whether SQLite reports a full disk, in a failure or what caused it. For the log and for probes alone: the runtime passes on the
 * words of a failure and no code.
 */
export function isDiskFull(failure: unknown): boolean {
  if (String(failure).includes('SQLITE_FULL')) return true;
  return failure instanceof Error && failure.cause !== undefined && isDiskFull(failure.cause);
}
