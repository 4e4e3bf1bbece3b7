/** Clients of remove.bg that packages bring, each as it was published. */
import { inProject } from '../../src/local/root.ts';
import { missingPackages } from '../../testing/needs.ts';
import { missingSamplePython, samplePython } from '../conformance/samples.ts';
import { runCli } from './programs/cli.ts';
import { runCurl } from './programs/curl.ts';
import { type Program, programWith } from './programs/program.ts';
import type { Says } from './says.ts';

export interface Client {
  readonly name: string;
  /** Registry that has it. */
  readonly from: 'npm' | 'PyPI' | null;
  /** SHA-256 of each of its files. */
  readonly files: Readonly<Record<string, string>>;
  readonly says: Says;
  readonly run: Program;
}

const inNode = 'dist/published-clients';

/** The folder of a registry's packages, made by `.ci/install`. */
export const packages = {
  npm: { folder: inProject(inNode, 'node_modules'), missing: missingPackages('npm-packages', inNode) },
  PyPI: { python: samplePython, missing: missingSamplePython },
} as const;

const any = null;
const everyBody = ['form', 'urlencoded', 'json'] as const;

export const clients: readonly Client[] = [
  {
    name: 'curl',
    from: null,
    files: {},
    says: {
      ways: { file: ['form'], base64: everyBody, url: everyBody },
      fields: any,
      always: {},
      json: null,
      account: true,
      anything: true,
    },
    run: runCurl,
  },
  {
    name: 'remove.bg',
    from: 'npm',
    files: {
      'remove.bg/index.js': 'c04fbab7a127d629b21205b7fcf78b70855bf61034fc3f5d4207a7a2aee233e9',
      'remove.bg/dist/index.js': 'c04fbab7a127d629b21205b7fcf78b70855bf61034fc3f5d4207a7a2aee233e9',
    },
    says: {
      ways: { file: ['form'], base64: ['json'], url: ['json'] },
      fields: {
        ...{ size: any, type: any, scale: any, position: any, crop: ['true', 'false'], crop_margin: any, roi: any },
        ...{ bg_color: any, bg_image_url: any, channels: any, add_shadow: ['true', 'false'] },
      },
      always: { size: 'preview', type: 'auto', crop: 'false' },
      json: true,
      account: false,
      anything: false,
    },
    run: programWith(process.execPath, 'remove_bg.mjs'),
  },
  {
    name: 'removebg',
    from: 'PyPI',
    files: {
      'removebg/__init__.py': '8d8266e70fc05be6573a7022779a3439a86b2f9fbb2f3cbaf2e31c4352ece599',
      'removebg/removebg.py': 'e54a16f27e725956ede7c83d98d722c654954ea7c83c04607e7fbfdc2e20a5d9',
    },
    says: {
      ways: { file: ['form'], base64: ['urlencoded'], url: ['urlencoded'] },
      fields: { size: any, bg_color: any },
      always: { size: 'regular' },
      json: false,
      account: false,
      anything: false,
    },
    run: programWith(packages.PyPI.python, 'removebg_client.py'),
  },
  {
    name: 'remove-bg-api',
    from: 'PyPI',
    files: { 'remove_bg_api/__init__.py': '3944b4e5296c6e58e3d19fa8a82700ac0aad546895deb6be928190badcfa3c04' },
    says: {
      ways: { file: ['form'], base64: ['urlencoded'], url: ['urlencoded'] },
      fields: any,
      always: {},
      json: false,
      account: true,
      anything: false,
    },
    run: programWith(packages.PyPI.python, 'remove_bg_api_client.py'),
  },
  {
    name: 'removebg-cli',
    from: 'PyPI',
    files: { 'removebg_cli.py': '97cc72a4d982fa17eb66aac56c153146974d6827f4c059d35ee892d664078bfc' },
    says: {
      ways: { file: ['form'], base64: [], url: ['urlencoded'] },
      fields: {
        size: ['auto', 'preview', 'full', '50MP'],
        format: ['png', 'jpg', 'webp', 'zip'],
        ...{ bg_color: any, crop: ['true'], add_shadow: ['true'] },
      },
      always: { size: 'auto', format: 'png', type: 'auto' },
      json: false,
      account: true,
      anything: false,
    },
    run: runCli,
  },
];

/** Clients that no registry has of those that tests can reach. */
export const notHad =
  "`remove_bg` of RubyGems and remove.bg's command in Go: no registry that tests reach has them. Both, the library in its 2.x, were tried by hand from their public sources and work (28 November, `7d43e2d`)";
