import { describe, expect, it } from 'vitest';
import { emptyAnswer } from './answer.ts';
import { matchRoute, type Route } from './route.ts';

const route = (method: Route['method'], pattern: string): Route => ({
  method,
  pattern,
  handle: () => emptyAnswer(200),
});
const routes = [
  route('GET', '/v2/models/stats'),
  route('GET', '/v2/models/:model'),
  route('POST', '/v2/models/:model/infer'),
  route('POST', '/lane/v1/:operation'),
  route('GET', '/lane/v1/ready'),
];

const match = (method: string, path: string): unknown => {
  const found = matchRoute(routes, method, path);
  return 'route' in found ? [found.route.pattern, found.parameters] : found.allow;
};

describe('a path', () => {
  it.each([
    ['GET', '/v2/models/stats', ['/v2/models/stats', {}]],
    ['GET', '/v2/models/matte', ['/v2/models/:model', { model: 'matte' }]],
    ['HEAD', '/v2/models/matte', ['/v2/models/:model', { model: 'matte' }]],
    ['GET', '/v2/models/a%2Fb', ['/v2/models/:model', { model: 'a/b' }]],
    ['POST', '/v2/models/matte/infer', ['/v2/models/:model/infer', { model: 'matte' }]],
    ['GET', '/lane/v1/ready', ['/lane/v1/ready', {}]],
    ['POST', '/lane/v1/cutout', ['/lane/v1/:operation', { operation: 'cutout' }]],
  ])('%s %s is answered', (method, path, expected) => {
    expect(match(method, path)).toEqual(expected);
  });

  it.each([
    ['GET', '/'],
    ['GET', '/v2/models/'],
    ['GET', '/v2/models/matte/'],
    ['GET', '/v2/models/%E0%A4%A'],
    ['GET', '//'],
    ['GET', ''],
  ])('%s %j is unknown', (method, path) => {
    expect(match(method, path)).toEqual([]);
  });

  it('with another method says which ones it knows', () => {
    expect(match('DELETE', '/v2/models/stats')).toEqual(['GET', 'GET']);
    expect(match('GET', '/v2/models/matte/infer')).toEqual(['POST']);
  });
});
