import { describe, expect, it } from 'vitest';
import { processingOperations } from '../../../contract/operations.ts';
import { attributeOf, linksOf, partOf, partsOf, textOf } from '../testing/html.ts';
import { ManyPhotosPage } from './page.tsx';

const address = 'https://example.org/many-photos';
const pageFor = async (visitor: { readonly isOperator: boolean } | null) =>
  String(await ManyPhotosPage({ address, visitor }));

describe('for visitors', () => {
  it('the page says what it is, that it needs an account, and leads back here after the sign-in', async () => {
    const html = partOf(await pageFor(null), 'main');
    expect(textOf(html)).toContain('It needs an account');
    expect(textOf(html)).toContain('Know the cost first');
    expect(linksOf(html).map(([path]) => path)).toEqual(['/', '/sign-in?next=/many-photos', '/sign-up']);
    expect(partsOf(html, 'form')).toEqual([]);
    expect(partsOf(html, 'button')).toEqual([]);
  });
});

describe('for those who are signed in', () => {
  it('the page says what it needs where no script runs', async () => {
    expect(textOf(partOf(await pageFor({ isOperator: false }), 'noscript'))).toContain('needs JavaScript');
  });

  it('each setting is an option of the API, with values that it takes', async () => {
    const form = partOf(await pageFor({ isOperator: false }), 'form');
    const operations = processingOperations.filter(({ encoding }) => encoding === 'multipart');
    const apart = ['kind', 'background', 'needs_check', 'wallet'];
    const selects = partsOf(form, 'select').filter((select) => !apart.includes(attributeOf(select, 'name') ?? ''));
    expect(selects.length).toBeGreaterThan(4);
    for (const select of selects) {
      const name = attributeOf(select, 'name') ?? '';
      const option = operations.map(({ options }) => options[name]).find((each) => each !== undefined);
      for (const value of partsOf(select, 'option').map((each) => attributeOf(each, 'value') ?? '')) {
        if (value !== '') expect(() => option?.read(value, name), `${name}=${value}`).not.toThrow();
      }
      expect(option, name).toBeDefined();
    }
  });

  it('what can be made is what comes back as a picture', async () => {
    const [kinds] = partsOf(partOf(await pageFor({ isOperator: false }), 'form'), 'select');
    const wanted = processingOperations.filter(({ encoding }) => encoding === 'multipart').map(({ result }) => result);
    expect(partsOf(kinds, 'option').map((each) => attributeOf(each, 'value'))).toEqual([...new Set(wanted)]);
  });
});
