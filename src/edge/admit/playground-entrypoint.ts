/** For pages: an entrypoint without a route, which admits calls of the playground and says what is left of the trial. */
import { WorkerEntrypoint } from 'cloudflare:workers';
import type { AskedAdmission, PlaygroundCalls, PlaygroundState } from '../../contract/playground.ts';
import { type Environment, settingsOf } from '../environment.ts';
import { signAdmission } from './page-admission.ts';
import { trialPixels, trialsLeft } from './trial.ts';

/** The entrypoint. */
export class Playground extends WorkerEntrypoint<Environment> implements PlaygroundCalls {
  /** @throws Error where the service is not configured, or the allowances do not answer */
  async state(address: string): Promise<PlaygroundState> {
    const { env } = this;
    const settings = settingsOf(env);
    return {
      trial: { ...(await trialsLeft(address, env, settings)), maxPixels: trialPixels },
      fetchesAddresses: settings.imageUrl && env.FETCHER !== undefined,
      takesPoints: settings.matte.pointSegmenter === true,
    };
  }

  /** @throws Error where the service is not configured */
  async admission(asked: AskedAdmission): Promise<string> {
    return signAdmission(asked, settingsOf(this.env).keyHashSecret);
  }
}
