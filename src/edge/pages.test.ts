import { expect, test } from 'vitest';
import { operations, processingOperations } from '../contract/operations.ts';
import { pageLists } from '../pages/site/map/page-lists.ts';
import { isOfApi } from './pages.ts';

test('no page, and nothing beside the pages, is of the API', () => {
  const listed = Object.values(pageLists).flatMap(({ pages }) => pages.map(({ path }) => path));
  const beside = [
    '/status.json',
    '/openapi.json',
    '/playground/session',
    '/billing/webhook',
    '/local/word',
    '/administer',
  ];
  const asked = [...beside, ...processingOperations.map(({ name }) => `/playground/admission/${name}`)];
  expect([...listed, ...asked].filter(isOfApi)).toEqual([]);
});

test('operations, health, metrics and all below /admin and /v1.0 are', () => {
  const paths = [
    ...operations.map(({ path }) => path),
    ...processingOperations.map(({ name }) => `/playground/${name}`),
  ];
  const others = ['/healthz', '/metrics', '/admin', '/admin/', '/admin/nowhere', '/v1.0/removebg', '/v1.0/nowhere'];
  expect([...paths, ...others].filter((path) => !isOfApi(path))).toEqual([]);
});
