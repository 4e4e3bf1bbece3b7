/** The client. */
import {
  type Members,
  type OpenPicture,
  openPicture,
  type Picture,
  type Rate,
  rateOf,
  wholeMembers,
  wholePicture,
} from './answers.ts';
import { type Body, type Fields, formBody, jsonBody } from './body.ts';
import { EdgematteError, RefusedError } from './errors.ts';
import { exchange, type OpenAnswer } from './exchange.ts';
import {
  type IdOf,
  type JsonOperation,
  jsonOperations,
  type OptionsOf,
  type PictureOperation,
  pathOf,
  pictureOperations,
} from './operations.ts';
import { type Photo, rereadable } from './photo.ts';
import { secondsToWait } from './retry.ts';
import { pause } from './silence.ts';

export interface EdgematteSettings {
  /** Of the service, or of a server of yours in front of it: `https://api.example.org`, in a browser also `/edgematte`. */
  readonly address: string;
  /** Goes into `X-API-Key`. Left out where a server in front of the service adds it: keys do not belong in browsers. */
  readonly key?: string;
  /** A call that failed is sent again while it is not older than that; 0 never sends again. @default 180 */
  readonly retryForSeconds?: number;
  /** Sends the requests. @default fetch */
  readonly fetch?: typeof fetch;
  /** Called after every try of every call, however it ended. */
  readonly onTry?: (outcome: Try) => void;
}

/** How one request of a call went. */
export interface Try {
  readonly requestId: string;
  /** Null where it has succeeded. */
  readonly failure: EdgematteError | null;
  readonly rate: Rate | null;
  /** How long the call now waits before it is sent again; null where it is not. */
  readonly waitSeconds: number | null;
}

/** Settings of a call beside its options. */
export interface CallSettings {
  readonly signal?: AbortSignal;
  /** A name under which the service charges once, however often it is asked. @default a new one for each call */
  readonly idempotencyKey?: string;
  /** Names the call in the service's logs: 1 to 64 of `A-Z a-z 0-9 . _ -`. @default a new one for each try */
  readonly requestId?: string;
}

type PictureCall<Name extends PictureOperation> = (
  photo: Photo,
  options?: OptionsOf<IdOf<Name>>,
  call?: CallSettings,
) => Promise<Picture<IdOf<Name>>>;

type JsonCall<Name extends JsonOperation> = (
  photo: Photo,
  options?: OptionsOf<IdOf<Name>>,
  call?: CallSettings,
) => Promise<Members<IdOf<Name>>>;

/**
 * Calls of the service. Each has a photo, options under the service's own names, and settings of the call itself; each is
 * sent again while its failure may be temporary, under one `Idempotency-Key`, so that it is paid once.
 *
 * @example
 * const edgematte = new Edgematte({ address: 'https://api.example.org', key: process.env.EDGEMATTE_KEY });
 * const { bytes } = await edgematte.cutout(await openAsBlob('photo.jpg'), { edge_colors: 'original' });
 *
 * @throws (all calls) RefusedError where the service answers otherwise than with 200; BrokenError where no whole answer
 *   came; the reason of `signal` where it was aborted
 */
export class Edgematte {
  readonly #settings: EdgematteSettings;

  constructor(settings: EdgematteSettings) {
    this.#settings = { ...settings, address: settings.address.replace(/\/+$/, '') };
  }

  /** Cuts out the subject. */
  readonly cutout: PictureCall<'cutout'> = (...given) => this.#picture('cutout', ...given);
  /** The matte of the subject: 255 is opaque. */
  readonly matte: PictureCall<'matte'> = (...given) => this.#picture('matte', ...given);
  /** Cuts out the largest vehicle, with its shadow. */
  readonly car: PictureCall<'car'> = (...given) => this.#picture('car', ...given);

  /** As `cutout`, in JSON. */
  readonly cutoutBase64: JsonCall<'cutoutBase64'> = (...given) => this.#json('cutoutBase64', ...given);
  /** As `matte`, in JSON. */
  readonly matteBase64: JsonCall<'matteBase64'> = (...given) => this.#json('matteBase64', ...given);
  /** As `car`, in JSON. */
  readonly carBase64: JsonCall<'carBase64'> = (...given) => this.#json('carBase64', ...given);
  /** Cutout and shadow of a vehicle as separate pictures, and the position of the camera, in JSON. */
  readonly layers: JsonCall<'layers'> = (...given) => this.#json('layers', ...given);

  /** Credits left and when they expire. Costs nothing. */
  credit(call: Omit<CallSettings, 'idempotencyKey'> = {}): Promise<Members<'available-credit'>> {
    return this.#send('/available-credit', null, call, wholeMembers<'available-credit'>);
  }

  /**
   * A picture that is read as it comes. It is sent again until its headers are there and not after: what has been
   * read may have been passed on already.
   */
  open<Name extends PictureOperation>(
    name: Name,
    photo: Photo,
    options: OptionsOf<IdOf<Name>> = {},
    call: CallSettings = {},
  ): Promise<OpenPicture<IdOf<Name>>> {
    const body = formBody(rereadable(photo), options as Fields);
    return this.#send(pathOf(pictureOperations[name]), body, call, async (...answer) => openPicture(...answer));
  }

  #picture<Name extends PictureOperation>(name: Name, photo: Photo, options: object = {}, call: CallSettings = {}) {
    const body = formBody(rereadable(photo), options as Fields);
    return this.#send(pathOf(pictureOperations[name]), body, call, wholePicture<IdOf<Name>>);
  }

  #json<Name extends JsonOperation>(name: Name, photo: Photo, options: object = {}, call: CallSettings = {}) {
    const body = jsonBody(rereadable(photo), options as Fields);
    return this.#send(pathOf(jsonOperations[name]), body, call, wholeMembers<IdOf<Name>>);
  }

  async #send<Answer extends { readonly requestId: string; readonly rate: Rate | null }>(
    path: string,
    body: Body | null,
    call: CallSettings,
    read: (open: OpenAnswer, requestId: string) => Promise<Answer>,
  ): Promise<Answer> {
    const { address, retryForSeconds = 180, fetch: send = fetch, onTry = () => {} } = this.#settings;
    const request = { fetch: send, url: address + path, headers: this.#headers(body, call), body, signal: call.signal };
    const until = Date.now() + retryForSeconds * 1000;
    for (let tries = 1; ; tries++) {
      const requestId = call.requestId ?? crypto.randomUUID();
      try {
        const answer = await read(await exchange(request, requestId), requestId);
        onTry({ requestId: answer.requestId, failure: null, rate: answer.rate, waitSeconds: null });
        return answer;
      } catch (failure) {
        if (!(failure instanceof EdgematteError)) throw failure;
        const seconds = secondsToWait(failure, tries);
        const waitSeconds = seconds !== null && Date.now() + seconds * 1000 <= until ? seconds : null;
        const rate = failure instanceof RefusedError ? rateOf(failure.headers) : null;
        onTry({ requestId: failure.requestId, failure, rate, waitSeconds });
        if (waitSeconds === null) throw failure;
        await pause(waitSeconds, call.signal);
      }
    }
  }

  #headers(body: Body | null, { idempotencyKey = crypto.randomUUID() }: CallSettings): Headers {
    const { key } = this.#settings;
    return new Headers({
      ...(key !== undefined && { 'X-API-Key': key }),
      ...(body && { 'Content-Type': body.type, 'Idempotency-Key': idempotencyKey }),
    });
  }
}
