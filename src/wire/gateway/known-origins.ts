/** What an isolate of the gateway knows of addresses, shared by all its calls; and as metrics. */
import { isIn, outReasons } from './origin.ts';
import { type OriginLine, Origins } from './origins.ts';

/** What is asked of addresses. */
export type OriginService = 'networks' | 'lane';

/** Where the edge asks for the metrics. No service has that path. */
export const metricsPath = '/gateway/v1/metrics';

/** A deployment has one list of addresses a service; another one is of another test. */
const known = new Map<OriginService, { readonly bases: string; readonly origins: Origins }>();

/** The addresses of a service. @param bases at least one */
export function originsOf(service: OriginService, bases: readonly string[]): Origins {
  const name = bases.join();
  const found = known.get(service);
  if (found?.bases === name) return found.origins;
  const origins = new Origins(bases, { log: (line) => log({ ...line, service }) });
  known.set(service, { bases: name, origins });
  return origins;
}

function log(line: OriginLine & { readonly service: OriginService }): void {
  const write = { info: console.log, warn: console.warn, error: console.error }[line.level];
  write(JSON.stringify(line));
}

/** The metrics of this isolate, as Prometheus reads them. */
export function metricsOf(): Response {
  const lines = [
    '# HELP edgematte_gateway_address_in Whether an address gets its share of the calls: 1 or 0',
    '# TYPE edgematte_gateway_address_in gauge',
    ...rows((labels, origin) => [`edgematte_gateway_address_in{${labels}} ${Number(isIn(origin))}`]),
    '# HELP edgematte_gateway_address_outs_total How often an address went out, by reason',
    '# TYPE edgematte_gateway_address_outs_total counter',
    ...rows((labels, { outs }) =>
      outReasons.map((reason) => `edgematte_gateway_address_outs_total{${labels},reason="${reason}"} ${outs[reason]}`),
    ),
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'Content-Type': 'text/plain; version=0.0.4' } });
}

function rows(write: (labels: string, origin: Origins['all'][number]) => readonly string[]): string[] {
  return [...known].flatMap(([service, { origins }]) =>
    origins.all.flatMap((origin) => write(`service="${service}",address=${JSON.stringify(origin.base)}`, origin)),
  );
}
