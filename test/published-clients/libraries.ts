/** Libraries that people call remove.bg with, each with a program of our own that sends what the vendor's samples send. */
import { inProject } from '../../src/local/root.ts';
import { missing } from '../../testing/needs.ts';
import { packages } from './clients.ts';

interface Library {
  readonly name: string;
  /** Why it cannot be had here; null where it is there. */
  readonly missing: string | null;
  /** Starts its program; fields follow as `name=value`. */
  readonly command: readonly string[];
}

const sample = (file: string) => inProject('test/published-clients/samples', file);
const python = { missing: packages.PyPI.missing, program: packages.PyPI.python };

export const libraries: readonly Library[] = [
  { name: 'axios', missing: packages.npm.missing, command: [process.execPath, sample('axios.mjs')] },
  { name: 'fetch of Node.js', missing: null, command: [process.execPath, sample('fetch.mjs')] },
  { name: 'requests', missing: python.missing, command: [python.program, sample('with_requests.py')] },
  { name: 'httpx', missing: python.missing, command: [python.program, sample('with_httpx.py')] },
  { name: 'curl of PHP', missing: missing('php'), command: ['php', sample('with_curl.php')] },
  { name: 'net/http of Go', missing: missing('go'), command: ['go', 'run', sample('sample.go')] },
  { name: 'Net::HTTP of Ruby', missing: missing('ruby'), command: ['ruby', sample('sample.rb')] },
  { name: 'HttpClient of Java', missing: missing('java'), command: ['java', sample('Sample.java')] },
];

/** What a caller sends beside the photo. */
export interface FieldSet {
  readonly name: string;
  /** Where the caller sets it; else the library's own. */
  readonly accept?: string;
  readonly fields: Readonly<Record<string, string>>;
}

const empty = (...names: string[]) => Object.fromEntries(names.map((name) => [name, '']));

/** Of calls to the remove.bg API. */
export const removebgSets: readonly FieldSet[] = [
  { name: 'the sample of the vendor', fields: { size: 'auto' } },
  {
    name: 'a request of n8n that finds out the type of the answer',
    accept: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
    fields: { size: 'auto', format: 'png', type: 'auto' },
  },
  {
    name: 'the action of Zapier, with what nobody fills in',
    fields: {
      ...{ size: 'auto', type: 'auto', type_level: '1', format: 'png', crop: 'false', channels: 'rgba' },
      ...{ add_shadow: 'false', semitransparency: 'true' },
      ...empty('roi', 'crop_margin', 'scale', 'position', 'bg_color', 'bg_image_url'),
    },
  },
  {
    name: 'a form of WordPress that sends every field, most of them empty',
    accept: '*/*',
    fields: {
      size: 'auto',
      ...empty('image_url', 'image_file_b64', 'type', 'type_level', 'format', 'channels', 'bg_color', 'bg_image_url'),
      ...empty('bg_image_file', 'crop', 'crop_margin', 'scale', 'position', 'roi', 'add_shadow', 'shadow_type'),
      ...empty('shadow_opacity', 'semitransparency'),
    },
  },
];

/** Of calls to our own operations. */
export const ownSets: readonly FieldSet[] = [
  { name: 'no field at all', fields: {} },
  {
    name: 'a request of n8n that finds out the type of the answer',
    accept: 'application/json,text/html,application/xhtml+xml,application/xml,text/*;q=0.9, image/*;q=0.8, */*;q=0.7',
    fields: { output_format: 'png', include_image_type: 'false' },
  },
  {
    name: 'a form that sends every field, most of them empty',
    fields: {
      output_format: 'png',
      ...empty('image_url', 'include_image_type', 'edge_colors', 'refine', 'model', 'roi', 'output_quality'),
      ...empty('keep_points', 'drop_points'),
      ...empty('background_color', 'background_image', 'background_url', 'crop', 'crop_margin', 'crop_cut_sides'),
      ...empty('max_size', 'position', 'aspect', 'scale', 'shadow', 'shadow_opacity'),
    },
  },
];
