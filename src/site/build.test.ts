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
      'documents',
      'favicon.svg',
      'index.html',
      'scripts',
      'styles',
    ]);
  });

  it.each(['index.html', 'documents/reference.html', 'documents/guide-start.html'])(
    '%s runs under a strict policy and loads only what is served here',
    (name) => {
      const html = read(name);
      expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/);
      const scripts = [...html.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
      for (const [, , text] of scripts) expect(text).toBe('');
      const loaded = [...html.matchAll(/\s(?:src|href|data-url)="([^"]*)"/g)].map(([, address]) => address);
      expect(loaded.length).toBeGreaterThan(2);
      for (const address of loaded) expect(address).toMatch(/^(#|\/(?!\/))/);
    },
  );

  it('index.html leaves the demo key to the server', () => {
    expect(read('index.html')).toContain('<meta name="demo-key" content="">');
  });

  it('give every code of an error a place in the guide, which the reference leads to', () => {
    const guide = read('documents/guide-errors.html');
    const leads = [...read('documents/reference.html').matchAll(/\/docs\/guide\/errors#([a-z_]+)/g)];
    expect(leads.length).toBeGreaterThan(40);
    for (const code of new Set(leads.map(([, name]) => name))) expect(guide).toContain(`id="${code}"`);
  });

  it('have a small script of their own without a source map', () => {
    const script = read('console.js');
    expect(script.length).toBeLessThan(20_000);
    expect(script).not.toContain('sourceMappingURL');
    expect(script).not.toMatch(/localStorage|sessionStorage|cookie|eval\(/);
  });
});
