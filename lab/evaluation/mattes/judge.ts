/** One scene: composed, cut out in every way, measured. */

import { proxyAtOnce } from '../../../src/pixels/pipeline/networks/proxy.ts';
import { findSubject } from '../../../src/pixels/pipeline/passes/subject.ts';
import { framePicture } from '../../../src/pixels/pipeline/picture/frame.ts';
import type { Picture } from '../../../src/pixels/pipeline/picture/picture.ts';
import type { Size } from '../../../src/pixels/pipeline/plane/region.ts';
import { generator } from '../../../testing/random.ts';
import { alikeBackground } from './alike.ts';
import { areAlike, exactLayer } from './coarse.ts';
import { frameOf, type Scene, type Variant } from './composites.ts';
import { readRender } from './foregrounds.ts';
import { type Found, methods, pixelsOf } from './methods.ts';
import { measure, measured } from './metrics.ts';
import { backgroundOf, mixed, photographed } from './mix.ts';
import { fullPassOnly, type OwnNetworks } from './network.ts';
import { cutoutOf, writeComposite, writeCutout } from './pictures.ts';
import { placed, placementOf } from './placement.ts';
import type { Experiment, Result } from './summary.ts';

export interface Run {
  /** Names; the reference first. */
  readonly methods: readonly string[];
  readonly exact: boolean;
  /** Null where networks are not measured. */
  readonly networks: OwnNetworks | null;
  /** Name or role of the matte network. */
  readonly model: string;
  /** Whether only edges are measured. */
  readonly edgesOnly: boolean;
  /** Whether backgrounds are graded to the colour of the subject's edge. */
  readonly alike: boolean;
  readonly pictures: string | null;
  /** What each method took, over so many megapixels in all. */
  readonly spentMs: Map<string, number>;
  megapixels: number;
}

/** The results of each variant of a scene. */
export async function* judge(scene: Scene, variants: readonly Variant[], run: Run): AsyncGenerator<Result[]> {
  const next = generator(scene.seed);
  const render = await readRender(scene.foreground.path);
  const frame = frameOf(scene.megapixels, render, next);
  const truth = placed(render, frame, placementOf(render, frame, next));
  const photo = await backgroundOf(scene.background, frame, next);
  const background = run.alike ? await alikeBackground(photo, truth, frame, scene) : photo;
  const against = measured(truth, run.networks !== null, run.edgesOnly);
  const exact = run.exact ? exactLayer(truth.alpha) : null;
  if (run.pictures) await writeCutout(run.pictures, `${scene.name} truth`, cutoutOf(truth), frame);
  for (const variant of variants) {
    const clean = mixed(truth, background, variant.linear);
    const rgb = variant.noisy ? await photographed(clean, frame, scene.seed) : clean;
    const picture = pictureOf(rgb, frame);
    let isFound = false;
    const experiments: [Experiment, Found][] = [];
    if (exact) {
      const { widthPx, heightPx } = exact.plane;
      const truly = { layer: exact, colours: proxyAtOnce(picture, widthPx, heightPx) };
      experiments.push(['exact', { picture, first: truly, blended: truly, networks: null }]);
    }
    if (run.networks) {
      const first = await findSubject(picture, fullPassOnly(run.networks), run.model);
      const blended = await findSubject(picture, run.networks, run.model);
      const { plane: matte } = first.layer;
      isFound = areAlike(matte.samples, exactLayer(truth.alpha, matte.widthPx).plane.samples);
      experiments.push(['network', { picture, first, blended, networks: run.networks }]);
    }
    const name = `${scene.name} ${conditionOf(variant)}`;
    if (run.pictures) await writeComposite(run.pictures, name, rgb, frame);
    const results: Result[] = [];
    for (const [experiment, found] of experiments) {
      run.megapixels += (frame.widthPx * frame.heightPx) / 1e6;
      for (const method of run.methods) {
        if (experiment === 'exact' && !methods[method].ofTruth) continue;
        const startedAt = performance.now();
        const rgba = pixelsOf(await methods[method].rows(found));
        run.spentMs.set(method, (run.spentMs.get(method) ?? 0) + performance.now() - startedAt);
        if (run.pictures) await writeCutout(run.pictures, `${name} ${experiment} ${method}`, rgba, frame);
        const { subject, category } = scene.foreground;
        const row = measure(experiment === 'network' ? against : { ...against, subject: null }, rgba, rgb);
        const result = { ...variant, experiment, scene: scene.name, subject, category, method, row };
        results.push(result);
        if (isFound && experiment === 'network') results.push({ ...result, experiment: 'found' });
      }
    }
    yield results;
  }
}

function pictureOf(samples: Uint8Array, size: Size): Picture {
  return framePicture({ ...size, channels: 3, samples, orientation: 1, icc: null });
}

/** A variant in words. */
export function conditionOf({ noisy, linear }: Variant): string {
  return `${linear ? 'linear' : 'sRGB'} ${noisy ? 'noisy' : 'clean'}`;
}
