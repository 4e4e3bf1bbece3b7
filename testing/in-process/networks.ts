/** Tiny networks in this process, asked as the inference service is: the runtime is its own, and so is what it says of them. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StoredPasses } from '../../src/contract/passes/declaration.ts';
import { openCatalogue, type ServedModel } from '../../src/inference/catalogue.ts';
import { checkInputs, chooseOutputs } from '../../src/inference/check.ts';
import { readManifest } from '../../src/inference/models/manifest.ts';
import { metadataOf } from '../../src/inference/protocol/models.ts';
import { openNativeRuntime } from '../../src/inference/runtime/native.ts';
import type { Session } from '../../src/inference/runtime/session.ts';
import type { Fetch } from '../../src/wire/protocol/exchange.ts';
import { headerLengthName, messageHeaders } from '../../src/wire/protocol/frame.ts';
import { decodeInferRequest, encodeInferResponse } from '../../src/wire/protocol/message.ts';
import { everyTestModel, type TestModelName, writeTestRepository } from '../models/tiny.ts';

export interface TinyNetworks {
  /** One of each role when left out. */
  readonly models?: readonly TestModelName[];
  /** Further passes of `luma`. */
  readonly passes?: StoredPasses;
}

/** Opens networks. @returns what answers requests of the protocol for them: metadata and runs */
export async function openTinyNetworks({ models = everyTestModel, passes }: TinyNetworks): Promise<Fetch> {
  const directory = await mkdtemp(path.join(tmpdir(), 'edgematte-tiny-'));
  try {
    const repository = await writeTestRepository(directory, models);
    if (passes) {
      const manifest = await readManifest(repository.manifestPath);
      manifest.models.luma.passes = passes;
      await writeFile(repository.manifestPath, JSON.stringify(manifest));
    }
    const catalogue = await openCatalogue(repository);
    const runtime = await openNativeRuntime({ name: 'native', threads: 1, providers: ['cpu'] }, () => {});
    // Networks that are one file at several sizes are one session.
    const files = [...new Set(catalogue.models.map(({ file }) => file))];
    const sessions = new Map(
      await Promise.all(files.map(async (file) => [file, await runtime.open(file, 'fp32', false)] as const)),
    );
    return async (url, init) => {
      const [, name, run] = /^\/v2\/models\/([^/]+)(\/infer)?$/.exec(new URL(url).pathname) ?? [];
      const model = name && catalogue.find(decodeURIComponent(name));
      const session = model && sessions.get(model.file);
      if (!session) return Response.json({ error: `There is no ${url}` }, { status: 404 });
      if (!run) return Response.json(metadataOf(model));
      // The client sends a message as its bytes.
      return runOnce(model, session, init.body as Uint8Array, new Headers(init.headers).get(headerLengthName));
    };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function runOnce(
  model: ServedModel,
  session: Session,
  body: Uint8Array,
  headerLength: string | null,
): Promise<Response> {
  const request = decodeInferRequest(body, headerLength);
  checkInputs(model, request.inputs);
  const outputs = await session.run(request.inputs, chooseOutputs(model, request.outputs));
  const message = encodeInferResponse({ modelName: model.name, outputs }, () => request.binaryOutput);
  return new Response(message.body, { headers: messageHeaders(message) });
}
