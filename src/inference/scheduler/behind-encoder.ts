/** Two sessions as one: an encoder that sees the picture, and what it makes of it goes into the next beside its other inputs. */
import { createHash } from 'node:crypto';
import type { WireTensor } from '../../wire/protocol/tensor.ts';
import type { CallOfRun, Session } from '../runtime/session.ts';
import type { KeptEncodings } from './kept-encodings.ts';

/**
 * A session with the inputs of both, but for those of the second that the encoder makes, and the outputs of the second. What the encoder
 * makes may also be asked for, and given in place of the picture.
 * @param kept where an encoding waits for further runs of its call
 */
export function behindEncoder(encoder: Session, session: Session, kept: KeptEncodings): Session {
  const isSeen = ({ name }: WireTensor) => encoder.inputNames.includes(name);
  const isMade = ({ name }: WireTensor) => encoder.outputNames.includes(name);
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
      const given = inputs.filter(isMade);
      const encoding = given.length > 0 ? given : await encode(inputs.filter(isSeen), call);
      const others = inputs.filter((tensor) => !isSeen(tensor) && !isMade(tensor));
      const own = outputs.filter((name) => !encoder.outputNames.includes(name));
      const results = await session.run([...encoding, ...others], own);
      return [...results, ...encoding.filter(({ name }) => outputs.includes(name))];
    },
  };
}

/** Of a call and what it shows. */
function keyOf(call: string, seen: readonly WireTensor[]): string {
  const hash = createHash('sha256');
  for (const { name, shape, data } of seen) hash.update(JSON.stringify([name, shape])).update(data);
  return JSON.stringify([call, hash.digest('hex')]);
}
