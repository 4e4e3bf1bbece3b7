/** The configurations of the tree with the operator's values in them. Nothing is read or written here. */
import * as z from 'zod';
import type { Operator } from './operator-file.ts';

/** Of a configuration of wrangler: what is changed here, beside all else. */
const shape = z.looseObject({
  name: z.string(),
  main: z.string(),
  vars: z.record(z.string(), z.unknown()).optional(),
  assets: z.looseObject({ directory: z.string() }).optional(),
  services: z.array(z.looseObject({ binding: z.string(), service: z.string() })).optional(),
  durable_objects: z
    .looseObject({ bindings: z.array(z.looseObject({ name: z.string(), script_name: z.string().optional() })) })
    .optional(),
  d1_databases: z
    .array(z.looseObject({ database_name: z.string(), database_id: z.string(), migrations_dir: z.string() }))
    .optional(),
  ratelimits: z.array(z.looseObject({ namespace_id: z.string() })).optional(),
  triggers: z.looseObject({ crons: z.array(z.string()) }).optional(),
  queues: z
    .looseObject({
      producers: z.array(z.looseObject({ queue: z.string() })),
      consumers: z.array(z.looseObject({ queue: z.string() })).optional(),
    })
    .optional(),
  r2_buckets: z.array(z.looseObject({ binding: z.string(), bucket_name: z.string() })).optional(),
  analytics_engine_datasets: z.array(z.looseObject({ binding: z.string(), dataset: z.string() })).optional(),
  containers: z.array(z.looseObject({ image: z.string(), image_build_context: z.string() })).optional(),
});

export type Configuration = Readonly<z.infer<typeof shape>>;

/** The Workers of a deployment. */
export type WorkerName = 'gateway' | 'fetcher' | 'edge' | 'pages';

/** Its database in a configuration that nobody has put the own one into. */
const noDatabase = '00000000-0000-0000-0000-000000000000';
const analytics = { binding: 'USAGE_ANALYTICS', dataset: 'edgematte_usage' };
const improvements = { binding: 'IMPROVEMENTS', bucket_name: 'edgematte-improvements' };
const ended = { binding: 'ENDED', bucket_name: 'edgematte-ended' };

/** @throws ZodError where the tree's own file is broken */
export function configurationFrom(raw: unknown): Configuration {
  return shape.parse(raw);
}

/**
 * Puts an operator's values into the configuration of a Worker. What is undefined in the result is left out of it.
 * @param base that of the tree, for the gateway the one that the operator chose
 */
export function merged(worker: WorkerName, base: Configuration, operator: Operator): Configuration {
  const { account_id, staging } = operator;
  const tree = staging ? asStaging(base) : base;
  const own = { edge: withEdge, pages: withPages, gateway: withGateway, fetcher: () => tree }[worker](tree, operator);
  const named = staging ? withNamesOfStaging(own) : own;
  return account_id === undefined ? named : { ...named, account_id };
}

/** The database's id; null where nobody has given it. */
export function databaseIdOf({ d1_databases = [] }: Configuration): string | null {
  const [{ database_id } = { database_id: noDatabase }] = d1_databases;
  return database_id === noDatabase ? null : database_id;
}

function withEdge(base: Configuration, operator: Operator): Configuration {
  const { edge } = operator;
  const { routes, workers_dev } = edge;
  const own = withPages(base, operator);
  return {
    ...own,
    r2_buckets: edge.improvements ? withOne(own.r2_buckets, improvements) : own.r2_buckets,
    analytics_engine_datasets: edge.analytics
      ? withOne(base.analytics_engine_datasets, analytics)
      : base.analytics_engine_datasets,
    ...(routes && { routes }),
    ...(workers_dev !== undefined && { workers_dev }),
  };
}

/** What an operator's file says of the edge holds for the pages too, but for its addresses, images and samples. Both end keys. */
function withPages(base: Configuration, { edge }: Operator): Configuration {
  const { database_id, vars } = edge;
  return {
    ...base,
    vars: { ...base.vars, ...vars },
    queues: edge.usage ? base.queues : undefined,
    r2_buckets: edge.ended ? withOne(base.r2_buckets, ended) : base.r2_buckets,
    ...(database_id !== undefined && {
      d1_databases: base.d1_databases?.map((database) => ({ ...database, database_id })),
    }),
  };
}

/** With a binding that may be in the file of the tree already. */
function withOne<Item extends { readonly binding: string }>(items: readonly Item[] = [], one: Item): Item[] {
  return [...items.filter(({ binding }) => binding !== one.binding), one];
}

function withGateway(base: Configuration, { gateway, containers }: Operator): Configuration {
  if (containers) {
    const { instance_type, instances } = containers;
    return {
      ...base,
      vars: { ...base.vars, ...(instances !== undefined && { INSTANCES: String(instances) }) },
      containers: base.containers?.map((container) => ({
        ...container,
        ...(instance_type !== undefined && { instance_type }),
        ...(instances !== undefined && { max_instances: instances }),
      })),
    };
  }
  const service_id = gateway?.vpc_service_id;
  return {
    ...base,
    vars: { ...base.vars, ...gateway?.vars },
    ...(service_id !== undefined && { vpc_services: [{ binding: 'INFERENCE_VPC', service_id }] }),
  };
}

/** Without what the file of the tree may have of the standing deployment: its database and its addresses. */
function asStaging(base: Configuration): Configuration {
  const d1_databases = base.d1_databases?.map((database) => ({ ...database, database_id: noDatabase }));
  return { ...base, d1_databases, routes: undefined, route: undefined };
}

/** All that an account has once gets another name: Workers, database, queue, bucket, and the number of the wall's counters. */
function withNamesOfStaging(own: Configuration): Configuration {
  const { queues, durable_objects } = own;
  return {
    ...own,
    name: `${own.name}-staging`,
    services: renamed(own.services, 'service'),
    d1_databases: renamed(own.d1_databases, 'database_name'),
    r2_buckets: renamed(own.r2_buckets, 'bucket_name'),
    // A dataset's name has no hyphens.
    analytics_engine_datasets: renamed(own.analytics_engine_datasets, 'dataset', '_staging'),
    durable_objects: durable_objects && {
      ...durable_objects,
      bindings: durable_objects.bindings.map(({ script_name, ...binding }) =>
        script_name === undefined ? binding : { ...binding, script_name: `${script_name}-staging` },
      ),
    },
    queues: queues && {
      producers: renamed(queues.producers, 'queue') ?? [],
      consumers: renamed(queues.consumers, 'queue'),
    },
    ratelimits: own.ratelimits?.map((wall) => ({ ...wall, namespace_id: String(Number(wall.namespace_id) + 1) })),
  };
}

function renamed<Item>(items: readonly Item[] | undefined, key: keyof Item, ending = '-staging'): Item[] | undefined {
  return items?.map((item) => ({ ...item, [key]: `${item[key]}${ending}` }));
}
