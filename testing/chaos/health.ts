/** What `/healthz` says. */
import { request } from 'node:http';
import * as z from 'zod';

const healthSchema = z.object({
  status: z.string(),
  inference: z.string(),
  image_lane: z.string(),
  limits: z.object({ leaseMs: z.number(), uploadIdleMs: z.number() }).nullable(),
  /** Of the isolate that answers. Not every version reports it. */
  memory: z.object({ total_bytes: z.number(), free_bytes: z.number(), expired_leases: z.number() }).optional(),
});

export type Health = z.infer<typeof healthSchema>;

const patienceMs = 5000;

/** Null when nothing answers, or not in time. */
export function askHealth(base: string): Promise<Health | null> {
  return new Promise((resolve) => {
    const asked = request(`${base}/healthz`, { agent: false, timeout: patienceMs }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (piece) => {
        text += piece;
      });
      answer.on('error', () => resolve(null));
      answer.on('end', () => resolve(parse(text)));
    });
    asked.on('timeout', () => asked.destroy(new Error('late')));
    asked.on('error', () => resolve(null));
    asked.end();
  });
}

function parse(text: string): Health | null {
  try {
    return healthSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}
