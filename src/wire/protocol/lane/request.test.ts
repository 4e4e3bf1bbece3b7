import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processingOperations, type Task } from '../../../contract/operations.ts';
import { upsamplings } from '../../../pixels/pipeline/networks/matte-settings.ts';
import { readRemainingMs, readRequestId } from '../call-headers.ts';
import { filesOf, type LaneRequest, readLaneRequest, writeLaneRequest } from './request.ts';

/** For each option, what may be sent beside nothing; none contradicts another. */
const sent: Readonly<Record<string, readonly string[]>> = {
  include_image_type: ['true', 'false'],
  edge_colors: ['refined', 'original'],
  model: ['matte', 'birefnet-lite'],
  roi: ['0 0 100% 100%', '-5,1.5%,99px,60000'],
  keep_points: ['10 20', '0% 0%; 812.25px 100%'],
  drop_points: ['99% 1%'],
  shadow_type: ['ai', 'none'],
  reconstruct_windows: ['true', 'false'],
  output_format: ['webp', 'jpeg', 'zip'],
  background_color: ['#1234567f', 'teal'],
  crop: ['none', 'subject'],
  max_size: ['16', '65535'],
  position: ['original', 'center', '12.34% 100%'],
  aspect: ['16:9', '1:3'],
  scale: ['77%'],
};

/** Tasks of every operation, made by options that do not contradict each other. */
const tasks: fc.Arbitrary<Task> = fc.constantFrom(...processingOperations).chain(({ options, read }) => {
  const names = Object.keys(options).filter((name) => name in sent);
  const values = names.map((name) => [name, fc.option(fc.constantFrom(...sent[name]), { nil: undefined })] as const);
  return fc.record(Object.fromEntries(values)).map((given) => {
    if (given.output_format === 'jpeg') given.background_color = undefined;
    return read(new Map(Object.entries(given)));
  });
});

const requests: fc.Arbitrary<LaneRequest> = fc.record({
  task: tasks,
  matte: fc.record({
    model: fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/),
    upsampling: fc.constantFrom(...upsamplings),
    refiner: fc.boolean(),
    pointSegmenter: fc.boolean(),
  }),
  heic: fc.boolean(),
  backgroundBytes: fc.nat(),
});

const plain: LaneRequest = {
  task: { kind: 'cutout', imageType: false, refine: false, cleanEdges: false },
  matte: { model: 'matte', upsampling: 'guided', refiner: false, pointSegmenter: false },
  heic: true,
  backgroundBytes: 0,
};

describe('a request', () => {
  it('is read as it was written', () => {
    const terms = fc.record({
      requestId: fc.option(fc.stringMatching(/^[A-Za-z0-9._-]{1,64}$/), { nil: undefined }),
      remainingMs: fc.integer({ min: 1, max: 600_000 }),
    });
    fc.assert(
      fc.property(requests, terms, fc.uint8Array(), (request, call, bytes) => {
        const file = new Uint8Array(bytes);
        const { path, headers, body } = writeLaneRequest(request, call, file);
        const header = (name: string) => new Headers({ ...headers }).get(name);
        expect(readLaneRequest(path, header)).toEqual(request);
        expect({ requestId: readRequestId(header), remainingMs: readRemainingMs(header) }).toEqual(call);
        expect([body, header('Content-Length')]).toEqual([file, String(file.length)]);
      }),
    );
  });

  it('has the usual settings where it states none', () => {
    expect(readLaneRequest('/lane/v1/cutout', () => null)).toEqual(plain);
    expect(readLaneRequest('/lane/v1/cutout?imageType=yes&more=true', () => null)).toEqual(plain);
  });

  it('knows no other headers than the call, the body and its own have', () => {
    const { headers } = writeLaneRequest(plain, { requestId: 'r', remainingMs: 5 }, new Uint8Array(2));
    expect(headers).toEqual({
      'Content-Type': 'application/octet-stream',
      'Content-Length': '2',
      'X-Request-Id': 'r',
      'X-Deadline-Ms': '5',
      'X-Model': 'matte',
      'X-Upsampling': 'guided',
      'X-Refiner': 'false',
      'X-Point-Segmenter': 'false',
      'X-Heic': 'true',
      'X-Background-Bytes': '0',
    });
  });

  it('has its background at the end of its body', () => {
    const body = Uint8Array.of(1, 2, 3, 4, 5);
    expect(filesOf({ backgroundBytes: 0 }, body)).toEqual({ file: body, background: null });
    const two = { file: Uint8Array.of(1, 2, 3), background: Uint8Array.of(4, 5) };
    expect(filesOf({ backgroundBytes: 2 }, body)).toEqual(two);
    for (const backgroundBytes of [6, 1.5]) expect(() => filesOf({ backgroundBytes }, body)).toThrow('shorter');
  });

  it.each(['/lane/v1/', '/lane/v1/ready', '/lane/v1/cutouts', '/lane/v1/toString', '/lane/v2/cutout', '/cutout'])(
    'names a task, which %s does not',
    (path) => {
      expect(readLaneRequest(path, () => null)).toBeNull();
    },
  );
});
