/** Merged configurations: what a standing deployment keeps, and what staging does not share with it. */
import { describe, expect, test } from 'vitest';
import { configurationsFor } from './deploy.ts';
import { databaseIdOf, merged } from './merge.ts';
import { noOperator, type Operator } from './operator-file.ts';

const operatorWith = (own: Partial<Operator>): Operator => ({ ...noOperator, ...own });
const everything = operatorWith({
  account_id: 'account',
  edge: {
    database_id: '11111111-2222-3333-4444-555555555555',
    routes: [{ pattern: 'api.example.com', custom_domain: true }],
    workers_dev: false,
    usage: true,
    improvements: true,
    ended: true,
    analytics: true,
    vars: { SUPPORT_EMAIL: 'help@example.com', MATTE_REFINER: 'off' },
  },
  gateway: { vpc_service_id: 'vpc', vars: { INFERENCE_URL: 'http://inference.internal:8788' } },
});
const inContainers = operatorWith({ containers: { instance_type: 'standard-3', instances: 3 } });

/**
 * What a deployment that stands is known by. Another name is another Worker without its secrets, another class another set of
 * ledgers, another number new counters. Nobody may change a line here; a migration is added to the last.
 */
const standing = {
  workers: ['edgematte-gateway', 'edgematte-fetcher', 'edgematte', 'edgematte-pages'],
  services: ['INFERENCE edgematte-gateway', 'FETCHER edgematte-fetcher', 'PAGES edgematte-pages'],
  classes: ['LEDGERS KeyLedger', 'ALLOWANCES Allowances', 'COUNTS CountStore'],
  migrations: [
    { tag: 'v1', new_sqlite_classes: ['KeyLedger'] },
    { tag: 'v2', new_sqlite_classes: ['Allowances'] },
    { tag: 'v3', new_sqlite_classes: ['CountStore'] },
  ],
  database: 'edgematte-directory',
  namespaces: ['1001'],
  queues: ['edgematte-usage', 'edgematte-usage'],
};

function known(operator: Operator) {
  const { gateway, fetcher, edge, pages } = configurationsFor(operator);
  const { durable_objects } = edge as { durable_objects?: { bindings: { name: string; class_name: string }[] } };
  return {
    workers: [gateway.name, fetcher.name, edge.name, pages.name],
    services: edge.services?.map(({ binding, service }) => `${binding} ${service}`),
    classes: durable_objects?.bindings.map(({ name, class_name }) => `${name} ${class_name}`),
    migrations: edge.migrations,
    database: edge.d1_databases?.[0].database_name,
    namespaces: edge.ratelimits?.map(({ namespace_id }) => namespace_id),
    queues: [...(edge.queues?.producers ?? []), ...(pages.queues?.consumers ?? [])].map(({ queue }) => queue),
  };
}

describe('a standing deployment', () => {
  test.each([
    ['no file', noOperator],
    ['everything in its file', everything],
    ['containers', inContainers],
  ])('with %s keeps names, classes, migrations and namespaces', (_, operator) => {
    expect(known(operator)).toEqual(standing);
  });

  test('keeps class and migration of its containers', () => {
    expect(configurationsFor(inContainers).gateway).toMatchObject({
      durable_objects: { bindings: [{ name: 'INFERENCE_INSTANCES', class_name: 'InferenceInstance' }] },
      migrations: [{ tag: 'v1', new_sqlite_classes: ['InferenceInstance'] }],
    });
  });
});

describe('staging', () => {
  const staging = known({ ...everything, staging: true });

  test('shares no name and no counters with what it stands beside', () => {
    expect(staging).toEqual({
      ...standing,
      workers: [
        'edgematte-gateway-staging',
        'edgematte-fetcher-staging',
        'edgematte-staging',
        'edgematte-pages-staging',
      ],
      services: [
        'INFERENCE edgematte-gateway-staging',
        'FETCHER edgematte-fetcher-staging',
        'PAGES edgematte-pages-staging',
      ],
      database: 'edgematte-directory-staging',
      namespaces: ['1002'],
      queues: ['edgematte-usage-staging', 'edgematte-usage-staging'],
    });
  });

  test('leaves no value of an account under the name of the standing one', () => {
    const names = (operator: Operator) => {
      const found = JSON.stringify(configurationsFor(operator)).match(/"[^"]*"/g) ?? [];
      return new Set(found.filter((each) => /^"edgematte/.test(each)));
    };
    const ofStanding = names(everything);
    expect(ofStanding.size).toBeGreaterThan(5);
    expect([...names({ ...everything, staging: true })].filter((name) => ofStanding.has(name))).toEqual([]);
  });

  test('takes neither database nor addresses from a file of the tree that has those of the standing one', () => {
    const edited = {
      ...configurationsFor(noOperator).edge,
      d1_databases: [{ database_name: 'edgematte-directory', database_id: 'of-the-standing-one', migrations_dir: '' }],
      routes: ['api.example.com/*'],
      route: 'api.example.com/*',
    };
    expect(databaseIdOf(merged('edge', edited, noOperator))).toBe('of-the-standing-one');
    const staged = merged('edge', edited, operatorWith({ staging: true }));
    expect([databaseIdOf(staged), staged.routes, staged.route]).toEqual([null, undefined, undefined]);
  });

  test('keeps classes and migrations of its containers', () => {
    const { gateway } = configurationsFor({ ...inContainers, staging: true });
    expect(gateway).toMatchObject({
      name: 'edgematte-gateway-staging',
      migrations: [{ tag: 'v1', new_sqlite_classes: ['InferenceInstance'] }],
    });
  });
});

describe('what the operator gives', () => {
  test('is put into the edge, beside what the tree has', () => {
    const { edge } = configurationsFor(everything);
    expect(edge).toMatchObject({
      account_id: 'account',
      workers_dev: false,
      routes: [{ pattern: 'api.example.com', custom_domain: true }],
      r2_buckets: [
        { binding: 'ENDED', bucket_name: 'edgematte-ended' },
        { binding: 'IMPROVEMENTS', bucket_name: 'edgematte-improvements' },
      ],
      analytics_engine_datasets: [{ binding: 'USAGE_ANALYTICS', dataset: 'edgematte_usage' }],
      vars: { SUPPORT_EMAIL: 'help@example.com', MATTE_REFINER: 'off', TRUSTED_ADDRESS_HEADER: 'CF-Connecting-IP' },
      observability: { enabled: true },
    });
    expect(databaseIdOf(edge)).toBe('11111111-2222-3333-4444-555555555555');
  });

  test('has what ends listed by both Workers that end keys, where the operator wants it', () => {
    const ofPages = (operator: Operator) => configurationsFor(operator).pages.r2_buckets;
    expect(ofPages(everything)).toEqual([{ binding: 'ENDED', bucket_name: 'edgematte-ended' }]);
    expect(ofPages({ ...everything, staging: true })).toMatchObject([{ bucket_name: 'edgematte-ended-staging' }]);
    expect(ofPages(noOperator)).toBeUndefined();
  });

  test('is put into the gateway', () => {
    expect(configurationsFor(everything).gateway).toMatchObject({
      vars: { INFERENCE_URL: 'http://inference.internal:8788', LANE_URL: '' },
      vpc_services: [{ binding: 'INFERENCE_VPC', service_id: 'vpc' }],
    });
  });

  test('lets as many containers run as get calls', () => {
    expect(configurationsFor(inContainers).gateway).toMatchObject({
      main: expect.stringMatching(/src.wire.gateway.container\.ts$/),
      vars: { INSTANCES: '3' },
      containers: [{ class_name: 'InferenceInstance', instance_type: 'standard-3', max_instances: 3 }],
    });
  });

  test('may leave out the count of usage', () => {
    const { edge } = configurationsFor(operatorWith({ edge: { ...noOperator.edge, usage: false } }));
    expect(edge.queues).toBeUndefined();
  });

  test('leaves the database open where nobody has given it', () => {
    expect(databaseIdOf(configurationsFor(noOperator).edge)).toBe(null);
  });

  test('has all Workers under the account', () => {
    const configurations = configurationsFor(everything);
    const accounts = Object.values(configurations).map(({ account_id }) => account_id);
    expect(accounts).toEqual(Array(4).fill('account'));
  });
});
