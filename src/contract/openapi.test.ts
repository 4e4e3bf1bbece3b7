import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { isIdempotencyKey } from './idempotency.ts';
import { openApiDocument } from './openapi.ts';
import { credit } from './operations/credit.ts';
import { operations as declared, processingOperations } from './operations.ts';
import { fixedRefusals, type RefusalCode } from './refusals.ts';
import { timedSteps } from './steps.ts';

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

const support = 'help@example.org';
const deployment = { serverUrl: 'https://api.example.org', supportEmail: support, removebg: true };
const document = JSON.parse(JSON.stringify(openApiDocument(deployment))) as Json;

const methods = ['get', 'post'] as const;

/** The value under those names; a name that is missing is an error that says which. */
function at(value: Json, ...names: (string | number)[]): Json {
  return names.reduce<Json>((inner, name, index) => {
    const found = typeof inner === 'object' && inner !== null ? Reflect.get(inner, name) : undefined;
    if (found === undefined) throw new Error(`Nothing at ${names.slice(0, index + 1).join(' › ')}`);
    return found;
  }, value);
}

function entries(value: Json): [string, Json][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** Every object of the document with its path. */
function* walk(value: Json, path: readonly string[] = []): Generator<[readonly string[], Json]> {
  yield [path, value];
  for (const [name, inner] of entries(value)) yield* walk(inner, [...path, name]);
}

function resolve(reference: string): Json {
  const names = reference.replace(/^#\//, '').split('/');
  return at(document, ...names.map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~')));
}

const all = entries(at(document, 'paths')).flatMap(([path, item]) =>
  methods.flatMap((method) => {
    const found = entries(item).find(([name]) => name === method);
    return found ? [{ path, method, operation: found[1] }] : [];
  }),
);
const isOfRemovebg = (path: string) => ['/v1.0/removebg', '/v1.0/improve', '/v1.0/account'].includes(path);
const operations = all.filter(({ path }) => !isOfRemovebg(path));

function operationAt(wanted: string): Json {
  const found = all.find(({ path }) => path === wanted);
  if (!found) throw new Error(`No operation at ${wanted}`);
  return found.operation;
}

const statusesOf = (operation: Json) => entries(at(operation, 'responses')).map(([status]) => Number(status));

/** Codes that an operation names for a status. */
function codesOf(response: Json): string[] {
  return [...String(at(response, 'description')).matchAll(/`([A-Z_]+)`/g)].map(([, code]) => code);
}

function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true });
  for (const word of ['example', 'components', 'x-beyond-contract']) ajv.addKeyword(word);
  for (const format of ['binary', 'email']) ajv.addFormat(format, true);
  ajv.addSchema({
    $id: 'https://api.example.org/openapi.json',
    components: { schemas: at(document, 'components', 'schemas') },
  });
  return ajv;
}

/** A schema of the document without references into it. */
function selfContained(schema: Json): object {
  const text = JSON.stringify(schema).replaceAll(
    '"#/components/',
    '"https://api.example.org/openapi.json#/components/',
  );
  return JSON.parse(text);
}

describe('the document', () => {
  it('is the one that was agreed on', async () => {
    const { info, ...rest } = openApiDocument(deployment);
    const text = `${JSON.stringify({ info, ...rest }, null, 2)}\n`;
    await expect(text).toMatchFileSnapshot('../../test/fixtures/openapi.json');
  });
});

describe('structure', () => {
  it('has neither oneOf nor anyOf at the top of a body, which generated clients would send empty', () => {
    const bodies = [...walk(document)].filter(([path]) => path.at(-1) === 'schema' && path.at(-3) === 'content');
    expect(bodies.length).toBeGreaterThan(50);
    for (const [path, schema] of bodies) {
      const reference = entries(schema).find(([name]) => name === '$ref')?.[1];
      const words = entries(reference === undefined ? schema : resolve(String(reference))).map(([word]) => word);
      expect(words, path.join(' › ')).toContain('type');
      expect(
        words.filter((word) => /^(one|any)Of$/.test(word)),
        path.join(' › '),
      ).toEqual([]);
    }
  });

  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(JSON.stringify(document, null, 1));
    expect(errors ?? []).toEqual([]);
    expect({ valid, version: validator.version }).toEqual({ valid: true, version: '3.1' });
  });

  it('resolves every reference', () => {
    const references = [...walk(document)].filter(([path]) => path.at(-1) === '$ref').map(([, value]) => String(value));
    expect(references.length).toBeGreaterThan(100);
    for (const reference of new Set(references)) expect(() => resolve(reference), reference).not.toThrow();
  });

  it('uses every component', () => {
    const used = new Set([...walk(document)].filter(([path]) => path.at(-1) === '$ref').map(([, value]) => value));
    const kinds = entries(at(document, 'components')).map(([kind]) => kind);
    const all = kinds
      .filter((kind) => kind !== 'securitySchemes')
      .flatMap((kind) => entries(at(document, 'components', kind)).map(([name]) => `#/components/${kind}/${name}`));
    expect(all.filter((reference) => !used.has(reference))).toEqual([]);
  });

  it('holds JSON Schemas of 2020-12 whose examples they accept', () => {
    const ajv = compiler();
    const schemas = [...walk(document)].filter(([path]) => {
      return path.at(-1) === 'schema' || (path.length === 3 && path[1] === 'schemas') || path.at(-2) === 'properties';
    });
    expect(schemas.length).toBeGreaterThan(150);
    for (const [path, schema] of schemas) {
      const validate = ajv.compile(selfContained(schema));
      for (const [name, example] of entries(schema)) {
        if (name !== 'example') continue;
        expect(validate(example), `${path.join(' › ')}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
  });

  it('holds answers whose examples fit their schema', () => {
    const ajv = compiler();
    let count = 0;
    for (const [path, media] of walk(document)) {
      if (path.at(-2) !== 'content' || !entries(media).some(([name]) => name === 'examples')) continue;
      const validate = ajv.compile(selfContained(at(media, 'schema')));
      for (const [name, example] of entries(at(media, 'examples'))) {
        count++;
        const where = `${path.join(' › ')} › ${name}`;
        expect(validate(at(example, 'value')), `${where}: ${ajv.errorsText(validate.errors)}`).toBe(true);
      }
    }
    expect(count).toBeGreaterThan(100);
  });
});

describe('the contract', () => {
  it('is at version 1.5.0 and asks for X-API-Key everywhere', () => {
    expect(at(document, 'openapi')).toMatch(/^3\.1\./);
    expect(at(document, 'info', 'version')).toBe('1.5.0');
    expect(at(document, 'security')).toEqual([{ ApiKey: [] }]);
    expect(at(document, 'components', 'securitySchemes', 'ApiKey')).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
    });
    expect(at(document, 'servers')).toEqual([{ url: 'https://api.example.org' }]);
  });

  it('has the eight operations and nothing else', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`)).toEqual([
      ...declared.map(({ method, path }) => `${method.toLowerCase()} ${path}`),
    ]);
    for (const { operation } of operations) {
      expect(at(operation, 'summary')).not.toBe('');
      expect(String(at(operation, 'description')).length).toBeGreaterThan(80);
      expect(at(operation, 'tags')).toHaveLength(1);
    }
  });

  it.each(processingOperations)('states the statuses of $name', ({ path, encoding }) => {
    const contract = [200, 401, 402, 403, 422, 429, 500, ...(encoding === 'json' ? [400] : [413, 415])];
    expect(statusesOf(operationAt(path))).toEqual(expect.arrayContaining(contract));
    const other = encoding === 'json' ? [413, 415] : [400];
    expect(statusesOf(operationAt(path)).filter((status) => other.includes(status))).toEqual([]);
  });

  it('states the statuses of the credit balance', () => {
    expect(statusesOf(operationAt(credit.path))).toEqual([200, 401, 405, 429, 500, 503]);
  });

  it('marks what is beyond it', () => {
    for (const { operation } of operations) {
      for (const [status, response] of entries(at(operation, 'responses'))) {
        const marked = entries(response).some(([name]) => name === 'x-beyond-contract');
        expect(marked, status).toBe(['405', '408', '409', '503'].includes(status));
        expect(String(at(response, 'description')).includes('This status is beyond the contract')).toBe(marked);
      }
    }
    const scope = String(at(operationAt('/v1.0/alpha-channel'), 'responses', '403', 'description'));
    expect(scope).toMatch(/ENDPOINT_NOT_ALLOWED.*Beyond the contract/);
  });

  it('takes the image by one name or by its address, and has the earlier name in the text', () => {
    const schema = (name: string) => at(document, 'components', 'schemas', name);
    const sources = [
      ...['CutoutUpload', 'MatteUpload', 'CarUpload'].map((name) => [name, 'file']),
      ...['CutoutRequest', 'MatteRequest', 'CarRequest', 'CarLayersRequest'].map((name) => [name, 'image_base64']),
    ];
    for (const [name, source] of sources) {
      expect(entries(schema(name)).map(([word]) => word)).not.toContain('required');
      for (const property of [source, 'image_url']) {
        const exactlyOne = `Send exactly one of \`${source}\`, \`image_url\`.`;
        expect(at(schema(name), 'properties', property, 'description')).toContain(exactlyOne);
      }
      expect(entries(at(schema(name), 'properties')).map(([property]) => property)).not.toContain('image');
      expect(at(schema(name), 'properties', source, 'description')).toContain('earlier spelling `image`');
    }
  });

  it('marks what is deprecated, and takes null', () => {
    const schema = (name: string) => at(document, 'components', 'schemas', name);
    expect(at(schema('CarRequest'), 'properties', 'shadow_type', 'enum')).toEqual([
      'ai',
      'none',
      'geometric',
      'auto',
      null,
    ]);
    expect(at(schema('CarRequest'), 'properties', 'include_shadow', 'deprecated')).toBe(true);
    for (const name of ['CutoutRequest', 'MatteRequest']) {
      expect(at(schema(name), 'properties', 'include_image_type', 'type')).toContain('null');
    }
  });

  it.each([
    ['/v1.0/image-without-background', ['X-Image-Type-Photo', 'X-Image-Type-Graphic']],
    ['/v1.0/alpha-channel', ['X-Image-Type-Photo', 'X-Image-Type-Graphic']],
    ['/v1.0/car-image-without-background', ['X-Shadow-Type']],
  ])('names the headers of %s', (path, own) => {
    const success = at(operationAt(path), 'responses', '200');
    const names = entries(at(success, 'headers')).map(([name]) => name);
    expect(names).toEqual([
      'X-Input-Dimensions',
      'X-Processed-Dimensions',
      'X-Was-Downscaled',
      ...own,
      'X-Output-Dimensions',
      'X-Crop-Box',
      ...(path.includes('car') ? [] : ['X-Ignored']),
      'X-Matte-Uncertainty',
      'X-Needs-Review',
      'X-Look-First',
      'X-Model',
      'X-Subject-Found',
      'X-Refined',
      'X-Request-Id',
      'X-RateLimit-Limit',
      'X-RateLimit-Remaining',
      'X-RateLimit-Reset',
      'Server-Timing',
    ]);
    const others = path.endsWith('alpha-channel') ? [] : ['image/webp', 'image/jpeg', 'application/zip'];
    expect(entries(at(success, 'content')).map(([type]) => type)).toEqual(['image/png', ...others]);
  });
});

describe('answers of 200', () => {
  const requiredOf = (name: string) => at(document, 'components', 'schemas', name, 'required');
  const sizes = ['input_dimensions', 'processed_dimensions', 'was_downscaled'];
  const review = ['uncertainty', 'needs_review'];

  it('name the members that are always there', () => {
    expect(requiredOf('CutoutAnswer')).toEqual(['img_without_background_base64', ...sizes, ...review]);
    expect(requiredOf('MatteAnswer')).toEqual(['alpha_base64', ...sizes, ...review]);
    expect(requiredOf('CarCutoutAnswer')).toEqual([
      'img_without_background_base64',
      ...sizes,
      'shadow_type',
      ...review,
    ]);
    expect(requiredOf('CarLayersAnswer')).toEqual([
      'img_without_background_base64',
      'view',
      ...sizes,
      'shadow_type',
      ...review,
    ]);
    expect(requiredOf('CreditAnswer')).toEqual(['credit', 'expiration_date']);
  });

  it.each([
    [0, -90, true],
    [359.9, 90, true],
    [360, 0, false],
    [-0.1, 0, false],
    [0, 90.1, false],
    [0, -90.1, false],
  ])('may see a car from %s°, %s°: %s', (azimuth_deg, elevation_deg, expected) => {
    const validate = compiler().compile(selfContained(at(document, 'components', 'schemas', 'CarView')));
    expect(validate({ azimuth_deg, elevation_deg })).toBe(expected);
    expect(validate({ azimuth_deg })).toBe(false);
  });
});

describe('the service', () => {
  it('states its own version beside that of the contract', () => {
    const { info } = openApiDocument({ ...deployment, runs: { version: '0.2.0', commit: null } });
    expect(info).toMatchObject({ 'x-service-version': '0.2.0', 'x-service-commit': null });
  });

  it.each(['', 'a', ' ~', 'x'.repeat(255), 'x'.repeat(256), 'ä', 'a\tb', 'a\n'])(
    'takes the Idempotency-Key %j as its schema says',
    (name) => {
      const [parameter] = entries(at(operationAt('/v1.0/alpha-channel'), 'parameters'));
      expect(compiler().compile(selfContained(at(parameter[1], 'schema')))(name)).toBe(isIdempotencyKey(name));
    },
  );

  it('shows the steps that are timed, and no others', () => {
    const [example] = entries(at(document, 'components', 'headers', 'Server-Timing', 'schema', 'examples'));
    expect([...String(example[1]).matchAll(/([\w-]+);dur=[\d.]+/g)].map(([, step]) => step)).toEqual(timedSteps);
  });

  it.each(all)('shows how to call $path in three languages', ({ path, operation }) => {
    const samples = entries(at(operation, 'x-codeSamples')).map(([, sample]) => sample);
    expect(samples.map((sample) => at(sample, 'lang'))).toEqual(['Shell', 'Python', 'JavaScript']);
    for (const sample of samples) {
      expect(at(sample, 'source')).toMatch(new RegExp(`https://api\\.example\\.org${path}['"\\s]`));
      expect(at(sample, 'source')).toContain('EDGEMATTE_KEY');
      expect(String(at(sample, 'source'))).not.toMatch(/multipart|boundary|\bdecode\('/);
    }
  });
});

describe('refusals', () => {
  const documented = operations.flatMap(({ operation }) =>
    entries(at(operation, 'responses')).flatMap(([status, response]) =>
      codesOf(response).map((code) => ({ code, status: Number(status), response })),
    ),
  );

  /** No operation answers them: no path, a form of a page, the operator's own interface. */
  const undocumented: readonly string[] = [
    'NOT_FOUND',
    'STRANGE_ORIGIN',
    'INVALID_ADMISSION',
    'INVALID_ADMIN_TOKEN',
    'TRIAL_USED_UP',
  ] satisfies RefusalCode[];
  const publicRefusals = Object.entries(fixedRefusals).filter(([code]) => !undocumented.includes(code));

  it('leave the interface of operators out', () => {
    expect(JSON.stringify(document)).not.toMatch(/admin/i);
  });

  it.each(publicRefusals)('document %s under its status with its text', (code, { status, detail }) => {
    const expected = { detail: detail.replace('<SUPPORT_EMAIL>', support) };
    const rows = documented.filter((row) => row.code === code);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.status).toBe(status);
      expect(at(row.response, 'content', 'application/json', 'examples', code, 'value')).toEqual(expected);
    }
  });

  it('document the built ones', () => {
    const codes = new Set(documented.map(({ code }) => code));
    const built = [
      'RATE_LIMITED',
      'VALIDATION_ERROR',
      'INVALID_IMAGE',
      'IMAGE_TOO_LARGE',
      'POINT_NOT_FOUND',
      'IDEMPOTENCY_MISMATCH',
    ] satisfies RefusalCode[];
    for (const code of built) expect(codes).toContain(code);
  });

  it('carry a code, and the rate window where the key is known', () => {
    for (const { status, response } of documented) {
      const headers = entries(at(response, 'headers')).map(([name]) => name);
      expect(headers).toContain('X-Error-Code');
      expect(headers).toContain('X-Request-Id');
      expect(headers.includes('X-RateLimit-Limit')).toBe(status !== 401 && status !== 405);
      expect(headers.includes('Retry-After')).toBe([409, 429, 503].includes(status));
      expect(headers.includes('X-Received-Fields')).toBe([400, 422].includes(status));
    }
  });

  it('show the address of the support and no placeholder', () => {
    const text = JSON.stringify(document);
    expect(text).toContain(`Please contact support: ${support}`);
    expect(text).not.toContain('<SUPPORT_EMAIL>');
  });
});
