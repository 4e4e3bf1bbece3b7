/** Images that callers sent for better results, in the deployment's bucket, if it has one, for thirty days. */
import { keptDays } from '../../contract/removebg/improve.ts';
import type { ImageFormat } from '../../pixels/pipeline/picture/header.ts';
import type { Environment } from '../environment.ts';

/** The bucket. */
type ImprovementsEnv = Pick<Environment, 'IMPROVEMENTS'>;

/** What is stored with an image. */
interface Metadata {
  /** The wallet whose key sent it. */
  readonly wallet: string;
  readonly format: ImageFormat;
  /** As the caller named it. */
  readonly name?: string;
  readonly tag?: string;
}

const dayMs = 86_400_000;

/** Stores an image. @returns false where the deployment has no bucket */
export async function keep(
  { IMPROVEMENTS: bucket }: ImprovementsEnv,
  id: string,
  file: Uint8Array<ArrayBuffer>,
  metadata: Metadata,
  nowMs: number,
): Promise<boolean> {
  if (!bucket) return false;
  // Metadata are sent as headers, which take no other characters.
  const written = Object.entries(metadata).flatMap(([name, value]) =>
    value ? [[name, encodeURIComponent(value)]] : [],
  );
  // Names sort by day, so that the oldest are listed first.
  const day = new Date(nowMs).toISOString().slice(0, 10);
  await bucket.put(`${day}/${id}`, file, { customMetadata: Object.fromEntries(written) });
  return true;
}

/** Deletes images after their thirty days. To be called once a day. */
export async function tidyImprovements({ IMPROVEMENTS: bucket }: ImprovementsEnv, nowMs: number): Promise<void> {
  if (!bucket) return;
  for (;;) {
    const { objects } = await bucket.list({ limit: 1000 });
    const over = objects.filter(({ uploaded }) => uploaded.getTime() <= nowMs - keptDays * dayMs);
    if (over.length > 0) await bucket.delete(over.map(({ key }) => key));
    // The rest is younger.
    if (over.length < 1000) return;
  }
}
