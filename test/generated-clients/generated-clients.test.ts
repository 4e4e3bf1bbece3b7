/** Clients that generators make of `/openapi.json`: every operation, called with a photo, gives the picture back. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processingOperations } from '../../src/contract/operations.ts';
import { inProject } from '../../src/local/root.ts';
import { describeWith } from '../run/describe-with.ts';
import { declareService } from '../service.ts';
import { generators } from './generators.ts';

const service = declareService();
const credits = 50;

/** Pictures that a program leaves for an operation, and how many channels each has. */
const pictures = [
  ...processingOperations.flatMap(({ name, result }): [string, number][] => [
    [`${name}.picture`, result === 'matte' ? 1 : 4],
    ...(result === 'car-layers' ? [[`${name}.shadow`, 1] as [string, number]] : []),
  ]),
  ['removebg.picture', 4],
] as const;

test('the guide names the versions that are tested', () => {
  const read = (file: string) => readFileSync(inProject(file), 'utf8');
  const { dependencies } = JSON.parse(read('test/generated-clients/package.json')) as {
    dependencies: Record<string, string>;
  };
  const forPython = [...read('test/generated-clients/requirements.txt').matchAll(/^(\S+)==(\S+)$/gm)];
  const versions: Readonly<Record<string, string>> = {
    ...dependencies,
    ...Object.fromEntries(forPython.map(([, name, version]) => [name, version])),
  };
  const named = ['openapi-python-client', 'datamodel-code-generator', 'openapi-typescript', 'openapi-fetch'];
  for (const name of [...named, '@hey-api/openapi-ts']) {
    expect(read('docs/guide.md')).toContain(`${name} ${versions[name]}`);
  }
});

for (const { name, missing, paidCalls, call } of generators) {
  describeWith(missing, name, () => {
    let folder = '';
    let key = '';

    beforeAll(async () => {
      ({ key } = await service.createKey({ credits }));
      folder = await call(service.stack.base, key, service.image);
    });
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    test('calls every operation that is described', async () => {
      const described = (await (await fetch(`${service.stack.base}/openapi.json`)).json()) as {
        paths: Record<string, Record<string, { operationId: string }>>;
      };
      const operations = Object.values(described.paths).flatMap((methods) => Object.values(methods));
      const left = readdirSync(folder).filter((file) => /\.(picture|json)$/.test(file));
      expect(new Set(left.map((file) => path.parse(file).name))).toEqual(
        new Set(operations.map(({ operationId }) => operationId)),
      );
    });

    test.each(pictures)('gets %s', async (file, channels) => {
      const { width, height } = await sharp(service.image).metadata();
      const picture = readFileSync(path.join(folder, file));
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width, height, channels });
    });

    test('reads the id of an image that it gives', () => {
      const given: unknown = JSON.parse(readFileSync(path.join(folder, 'removebg-improve.json'), 'utf8'));
      expect(given).toEqual({ id: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    });

    test('reads what is left on the key', async () => {
      for (const file of ['available-credit.json', 'removebg-account.json']) {
        expect(JSON.parse(readFileSync(path.join(folder, file), 'utf8')), file).toEqual({ credit: expect.any(Number) });
      }
      await expect.poll(() => service.stack.credit(key)).toBe(credits - paidCalls);
    });
  });
}
