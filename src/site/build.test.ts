import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildSite } from './build.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'edgematte-site-'));
const read = (name: string) => readFileSync(path.join(directory, name), 'utf8');

beforeAll(() => buildSite(directory));
afterAll(() => rmSync(directory, { recursive: true }));

describe('the built pages', () => {
  it('are these files', () => {
    expect(readdirSync(directory).sort()).toEqual([
      'console.css',
      'console.js',
      'docs.html',
      'documents',
      'favicon.svg',
      'index.html',
      'reference.js',
      'scripts',
      'styles',
    ]);
  });

  it('carry the licence of the viewer', () => {
    expect(read('reference.js')).toMatch(/^\/\*!\nMIT License\n\nCopyright \(c\) 2023-present Scalar/);
  });

  it.each(['index.html', 'docs.html'])('%s runs under a strict policy and loads only what is served here', (name) => {
    const html = read(name);
    expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
    const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    for (const [, , text] of scripts) expect(text).toBe('');
    const loaded = [...html.matchAll(/\s(?:src|href|data-url)="([^"]*)"/g)].map(([, address]) => address);
    expect(loaded.length).toBeGreaterThan(2);
    for (const address of loaded) expect(address).toMatch(/^\/(?!\/)/);
  });

  it('index.html leaves the demo key to the server', () => {
    expect(read('index.html')).toContain('<meta name="demo-key" content="">');
  });

  it('docs.html switches off what would leave this server', () => {
    const [, text] = /data-configuration='([^']*)'/.exec(read('docs.html')) ?? [];
    expect(JSON.parse(text)).toMatchObject({
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      persistAuth: false,
    });
  });

  it('have a small script of their own without a source map', () => {
    const script = read('console.js');
    expect(script.length).toBeLessThan(20_000);
    expect(script).not.toContain('sourceMappingURL');
    expect(script).not.toMatch(/localStorage|sessionStorage|cookie|eval\(/);
  });
});
