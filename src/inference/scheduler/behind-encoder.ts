/** Two sessions as one: an encoder that sees the picture, and what it makes of it goes into the next beside its other inputs. */
import { createHash } from 'node:crypto';
import type { WireTensor } from '../../protocol/tensor.ts';
import type { CallOfRun, Session } from '../runtime/session.ts';
import type { KeptEncodings } from './kept-encodings.ts';

/**
 * A session with the inputs of both, but for those of the second that the encoder makes, and the outputs of the second. What is
 * between them stays in this process.
 * @param kept where an encoding waits for further runs of its call
 */
export function behindEncoder(encoder: Session, session: Session, kept: KeptEncodings): Session {
  const isSeen = (name: string) => encoder.inputNames.includes(name);
  const encode = async (seen: readonly WireTensor[], call: CallOfRun | undefined): Promise<readonly WireTensor[]> => {
    const key = call && keyOf(call.name, seen);
    const known = key === undefined ? undefined : kept.find(key);
    if (known) return known;
    const made = await encoder.run(seen, encoder.outputNames);
    // A copy: the runtime may use its memory again.
    const encoding = made.map((tensor) => ({ ...tensor, data: tensor.data.slice() }));
    if (call && key !== undefined) kept.keep(key, encoding, call.endsMs);
    return encoding;
  };
  return {
    inputNames: [...encoder.inputNames, ...session.inputNames.filter((name) => !encoder.outputNames.includes(name))],
    outputNames: session.outputNames,
    async run(inputs, outputs, call) {
      const encoding = await encode(
        inputs.filter(({ name }) => isSeen(name)),
        call,
      );
      return session.run([...encoding, ...inputs.filter(({ name }) => !isSeen(name))], outputs);
    },
  };
}

/** Of a call and what it shows. */
function keyOf(call: string, seen: readonly WireTensor[]): string {
  const hash = createHash('sha256');
  for (const { name, shape, data } of seen) hash.update(JSON.stringify([name, shape])).update(data);
  return JSON.stringify([call, hash.digest('hex')]);
}
