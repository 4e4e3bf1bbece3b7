/** Two pictures in one isolate, by the real codecs: the second begins while the first waits for a network. */
import { expect, test, vi } from 'vitest';
import { operationNamed } from '../contract/operations.ts';
import { edgeEncoders } from '../pixels/codecs/encoders.ts';
import { wholeFile } from '../pixels/pipeline/output/testing/whole-file.ts';
import { headerLengthName, messageHeaders } from '../wire/protocol/frame.ts';
import { decodeInferRequest, encodeInferResponse } from '../wire/protocol/message.ts';
import { byApiKey } from './admit/admission-policy.ts';
import { processPicture } from './process.ts';
import { serviceOf } from './service.ts';
import { form, keyHashSecret, makeCall } from './testing/call.ts';

const sidePx = 64;
const operation = operationNamed('image-without-background');

/** A grey JPEG of a megapixel. */
async function megapixel(): Promise<Uint8Array<ArrayBuffer>> {
  const size = { widthPx: 1000, heightPx: 1000 };
  const samples = new Uint8Array(size.widthPx * size.heightPx * 4).fill(128);
  return wholeFile(edgeEncoders.jpeg(size, 80, 'one'), { ...size, samples });
}

/** A matte network that may be refined, and answers one call once another has come. */
function network() {
  const model = 'matte-of-two';
  const events: string[] = [];
  let answerAll = (): void => {};
  const both = new Promise<void>((resolve) => {
    answerAll = resolve;
  });
  const metadata = {
    name: model,
    platform: 'onnx',
    versions: ['1'],
    inputs: [{ name: 'picture', datatype: 'UINT8', shape: [-1, sidePx, sidePx, 3] }],
    outputs: [{ name: 'matte', datatype: 'UINT8', shape: [-1, sidePx, sidePx] }],
    parameters: {},
  };
  const fetch = async (url: string, { headers, body }: RequestInit = {}): Promise<Response> => {
    if (!url.startsWith('http://inference')) {
      events.push('is sent to the container');
      return Response.json({ error: 'full' }, { status: 503 });
    }
    // There is no classifier, which is asked first: the picture is a photograph.
    if (!url.includes(model)) return Response.json({ error: 'not found' }, { status: 404 });
    if (!url.endsWith('/infer')) return Response.json(metadata);
    decodeInferRequest(body as Uint8Array, new Headers(headers).get(headerLengthName));
    events.push('is decoded and asks the network');
    if (events.length === 2) answerAll();
    await both;
    events.push('is answered');
    const data = new Uint8Array(sidePx ** 2).fill(255);
    const outputs = [{ name: 'matte', datatype: 'UINT8', shape: [1, sidePx, sidePx], data }] as const;
    const message = encodeInferResponse({ modelName: model, outputs }, () => true);
    return new Response(message.body, { headers: messageHeaders(message) });
  };
  return { events, answerAll, fetch, matte: { model, upsampling: 'guided', refiner: true } as const };
}

test('the second of two pictures is decoded while the first waits for a network', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {});
  const file = await megapixel();
  const { events, answerAll, fetch, matte } = network();
  const answers = [1, 2].map(async () => {
    const call = await makeCall({
      upload: form(file, { include_image_type: 'false' }),
      headers: { 'Content-Length': String(file.length) },
      settings: { matte, keyHashSecret },
      // One that finds no room is refused at once.
      limits: { capacityWaitMs: 0 },
      env: { INFERENCE: { fetch } },
    });
    const answer = await processPicture(call.exchange, serviceOf(operation), call.body, byApiKey).catch((cause) => {
      answerAll();
      throw cause;
    });
    const { byteLength } = await answer.arrayBuffer();
    await call.over();
    return byteLength;
  });
  const sizes = await Promise.allSettled(answers);
  expect(events.slice(0, 2)).toEqual(['is decoded and asks the network', 'is decoded and asks the network']);
  expect(events.slice(2)).toEqual(['is answered', 'is answered']);
  expect(sizes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});
