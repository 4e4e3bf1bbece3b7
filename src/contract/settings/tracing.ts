/** Variables of traces, which edge, gateway and inference share. */
import { secret, url, wholeNumber } from './kinds.ts';
import type { Setting } from './setting.ts';

/** Names and values. */
type Headers = readonly (readonly [name: string, value: string])[];

/** A token and visible characters: RFC 9110, sections 5.1 and 5.5. */
const header = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)=([\x20-\x7e]+)$/;

export const tracingSettings = {
  otlpUrl: url('OTLP_URL', {
    fallback: undefined,
    meaning: 'Collector of traces, by OTLP over HTTP in JSON, without /v1/traces. Without it there are none',
  }),
  otlpHeaders: {
    ...secret('OTLP_HEADERS', 'Headers for the collector: NAME=VALUE, separated by commas, percent-encoded'),
    fallback: [],
    allowed: 'headers like NAME=VALUE separated by commas',
    parse: parseHeaders,
  } satisfies Setting<Headers>,
} as const;

/** The edge alone decides; the others follow it. */
export const tracedPercent = wholeNumber('OTLP_PERCENT', {
  fallback: 100,
  min: 0,
  max: 100,
  meaning: 'Calls of a hundred that are traced, drawn by trace id',
});

/** As OTEL_EXPORTER_OTLP_HEADERS of OpenTelemetry is written. */
function parseHeaders(given: string): Headers | undefined {
  try {
    const pairs = given.split(',').map((pair) => header.exec(decodeURIComponent(pair.trim())));
    const headers = pairs.flatMap((pair) => (pair ? [[pair[1], pair[2].trim()] as const] : []));
    return headers.length === pairs.length ? headers : undefined;
  } catch {
    // A broken escape.
    return undefined;
  }
}
