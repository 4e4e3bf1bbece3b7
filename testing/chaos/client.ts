/** One client over a raw socket: it sends its call, behaves as planned and reports what it saw. */
import { headOf } from '../sockets.ts';
import type { PlannedCall } from './calls.ts';
import { type Manner, nameOf, type Stage } from './manners.ts';
import { faultOf } from './whole.ts';
import { patienceMs, Wire } from './wire.ts';

/**
 * - `whole`: an answer that HTTP clients take for whole
 * - `broken`: cut by the server after its status line
 * - `unanswered`: closed by the server without a status line, or never accepted
 * - `left`: by the client
 * - `hung`: neither answered nor closed in time
 */
export type Ending = 'whole' | 'broken' | 'unanswered' | 'left' | 'hung';

/** What became of a call, as its client saw it. */
export interface CallRecord {
  readonly id: string;
  readonly keyId: string;
  readonly operation: string;
  readonly picture: string;
  readonly manner: string;
  readonly name: string | null;
  readonly ending: Ending;
  /** Null without a status line. */
  readonly status: number | null;
  /** Whether the last byte of the request was written. */
  readonly uploaded: boolean;
  /** Unix milliseconds. */
  readonly startedAtMs: number;
  readonly endedAtMs: number;
  /** From the last byte of the request to the last of the answer, or to the end. */
  readonly answerMs: number;
  /** What is wrong with a whole 200. */
  readonly fault: string | null;
}

/** Bytes at the end of a body without which no reader can take it for complete. */
const decisiveBytes = 64;

/** Runs one call to its end. */
export async function runCall(base: string, planned: PlannedCall): Promise<CallRecord> {
  const startedAtMs = Date.now();
  const wire = new Wire(base, planned.manner.kind === 'slow' ? planned.manner.readPauseMs : 0);
  const script = new ClientScript(wire, planned.manner);
  await script.run(headOf(base, planned.call), planned.call.body ?? Buffer.alloc(0));
  const endedAtMs = Date.now();
  wire.close();
  const { answer } = wire;
  const { size } = planned.picture;
  const isWhole200 = answer.state === 'whole' && answer.status === 200;
  const checked = isWhole200 && size ? faultOf(planned.operation, answer.body(), size, planned.decoded) : null;
  return {
    id: planned.id,
    keyId: planned.key.id,
    operation: planned.operation.name,
    picture: planned.picture.name,
    manner: nameOf(planned.manner),
    name: planned.name,
    ending: script.ending(),
    status: answer.status,
    uploaded: script.uploadedAtMs !== null,
    startedAtMs,
    endedAtMs,
    answerMs: endedAtMs - (script.uploadedAtMs ?? startedAtMs),
    fault: await checked,
  };
}

/** Goes through the stages of a call and behaves at each as the manner prescribes. */
class ClientScript {
  /** Null while the request is not complete. */
  uploadedAtMs: number | null = null;
  readonly #wire: Wire;
  readonly #manner: Manner;
  #hasLeft = false;

  constructor(wire: Wire, manner: Manner) {
    this.#wire = wire;
    this.#manner = manner;
  }

  async run(head: string, body: Buffer): Promise<void> {
    const wire = this.#wire;
    if (await this.#reached('connecting')) return;
    if (!(await wire.until(() => wire.isConnected, patienceMs))) return;
    const share = 'at' in this.#manner ? this.#manner.at.share : 0;
    const headCut = Math.floor(head.length * share);
    if (!(await this.#send(Buffer.from(head, 'latin1'), 'head', headCut))) return;
    if (!(await this.#send(body, 'upload', Math.min(Math.floor(body.length * share), body.length - decisiveBytes))))
      return;
    this.uploadedAtMs = Date.now();
    if (await this.#reached('uploaded')) return;
    if (this.#stage === 'waiting') await wire.until(() => wire.answer.state === 'whole', this.#waitMs);
    if (await this.#reached('waiting')) return;
    await this.#read();
  }

  ending(): Ending {
    const { answer, isOver } = this.#wire;
    if (answer.state === 'whole') return 'whole';
    if (this.#hasLeft) return 'left';
    if (!isOver) return 'hung';
    return answer.status === null ? 'unanswered' : 'broken';
  }

  get #stage(): Stage | null {
    return 'stage' in this.#manner ? this.#manner.stage : null;
  }

  get #waitMs(): number {
    return 'at' in this.#manner ? this.#manner.at.waitMs : 0;
  }

  /** Writes bytes; with a manner of that stage, up to the cut first. False when the client has left or cannot go on. */
  async #send(bytes: Buffer, stage: Stage, cut: number): Promise<boolean> {
    if (this.#stage !== stage) return stage === 'upload' ? this.#upload(bytes) : this.#wire.write(bytes);
    const at = Math.max(0, cut);
    if (!(await this.#wire.write(bytes.subarray(0, at)))) return false;
    if (await this.#reached(stage)) return false;
    return this.#wire.write(bytes.subarray(at));
  }

  /** A body, at once or in the pieces of a slow client. */
  async #upload(body: Buffer): Promise<boolean> {
    if (this.#manner.kind !== 'slow') return this.#wire.write(body);
    const { uploadPieces, uploadPauseMs } = this.#manner;
    const pieceBytes = Math.ceil(body.length / uploadPieces);
    for (let at = 0; at < body.length; at += pieceBytes) {
      if (at > 0) await pause(uploadPauseMs);
      if (!(await this.#wire.write(body.subarray(at, at + pieceBytes)))) return false;
    }
    return true;
  }

  /** Behaves at a stage as the manner prescribes. True when the client has left. */
  async #reached(stage: Stage): Promise<boolean> {
    const manner = this.#manner;
    const wire = this.#wire;
    if (this.#stage !== stage || manner.kind === 'polite' || manner.kind === 'slow') return false;
    if (manner.kind !== 'leave') {
      // A client that does nothing does not read either, which is what holds its answer up.
      wire.stopReading();
      await pause(manner.ms);
      wire.goOnReading();
    }
    const how = manner.kind === 'vanish' ? 'drop' : manner.how;
    if (how === 'go-on') return false;
    if (wire.answer.state === 'whole' || wire.isOver) return true;
    wire.leave(how);
    this.#hasLeft = true;
    return how !== 'half-close';
  }

  async #read(): Promise<void> {
    const wire = this.#wire;
    const { answer } = wire;
    const patient = (condition: () => boolean) => wire.until(() => condition() || answer.state === 'whole', patienceMs);
    if (this.#stage === 'first-bytes') {
      await patient(() => answer.status !== null);
      if (await this.#reached('first-bytes')) return;
    }
    if (this.#stage === 'answer' && 'at' in this.#manner) {
      const { bytes } = this.#manner.at;
      await patient(() => answer.bodyBytes >= bytes);
      if (await this.#reached('answer')) return;
    }
    await patient(() => answer.state === 'malformed');
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
