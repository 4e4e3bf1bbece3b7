/** Structured log: one JSON object a line, for machines first and readable enough for people. */

export type LogLevel = 'info' | 'warn' | 'error';
export type LogFields = Readonly<Record<string, string | number | boolean | null | undefined>>;

export interface Log {
  info(event: string, fields?: LogFields): void;
  warn(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
}

/** A cause may quote a whole message of a library. */
const maxTextLength = 2000;

/**
 * A log that writes `{"time", "level", "event", …fields}` lines.
 * @param write takes one line without its end
 */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  const at =
    (level: LogLevel) =>
    (event: string, fields: LogFields = {}): void => {
      const entries = Object.entries(fields).map(([name, value]) => [name, shorten(value)]);
      write(JSON.stringify({ time: now().toISOString(), level, event, ...Object.fromEntries(entries) }));
    };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}

/** For tests and scripts that want silence. */
export const silentLog: Log = createLog(() => {});

function shorten(value: LogFields[string]): LogFields[string] {
  return typeof value === 'string' && value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value;
}
