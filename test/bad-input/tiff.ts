/** Raws in the clothes of TIFF, and TIFF files whose pixels are missing or cannot be shown. */
import { readFileSync } from 'node:fs';
import { inProject } from '../../src/local/root.ts';
import { filePart, jsonCall, multipartCall } from '../../testing/requests.ts';
import { brokenImage, type ExpectedRefusal, invalid, refusals } from '../contract.ts';
import { floatBytes, type MadePage, makeTiff, noise, rgbPage } from '../tiff.ts';
import { type Case, matteBase64Path, mattePath } from './case.ts';

const [width, height] = [64, 48];
const samples = width * height * 3;

const raw = () => readFileSync(inProject('test/fixtures/reports/raw-dng-like.dng'));
const namedRaw = invalid(['body', 'image_base64'], 'value_error', /camera raws \(DNG, NEF, .*JPEG, PNG/);

/** A page of floats, of which the first ones are others. */
function floats(...first: readonly number[]): MadePage {
  const values = Array.from({ length: samples }, (_, at) => first[at] ?? 0.5);
  return rgbPage(width, height, floatBytes(values), { bits: 32, fields: [[339, 3, [3]]] });
}

/** A page in two strips, of which it holds one. */
const halfPage = rgbPage(width, height, noise(samples / 2), { fields: [[278, 4, [height / 2]]] });

export const tiffs: readonly Case[] = [
  upload('a raw', raw, refusals.unsupported),
  inJson('a raw as Base64', raw, namedRaw),
  upload('a TIFF that lacks a strip', made(halfPage), brokenImage('multipart', /ends before its last pixel/)),
  inJson('a TIFF that lacks a strip as Base64', made(halfPage), brokenImage('json', /ends before its last pixel/)),
  upload('a TIFF of floats with one NaN', made(floats(0, Number.NaN)), brokenImage('multipart', /NaN or infinite/)),
  upload(
    'a TIFF of floats beyond 0 to 1',
    made(floats(-3.1, ...Array<number>(99).fill(812))),
    brokenImage('multipart', /samples from −3\.1 to 812; save as 16-bit integers/),
  ),
];

function made(page: MadePage): () => Buffer {
  return () => Buffer.from(makeTiff([page]));
}

function upload(name: string, make: () => Buffer, expected: ExpectedRefusal): Case {
  return { name, expected, call: (key) => multipartCall(mattePath, key, [filePart(make())]) };
}

function inJson(name: string, make: () => Buffer, expected: ExpectedRefusal): Case {
  return {
    name,
    expected,
    call: (key) => jsonCall(matteBase64Path, key, { image_base64: make().toString('base64') }),
  };
}
