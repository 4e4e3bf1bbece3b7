/** Memory in use on the first NVIDIA GPU, by its own tool. */
import { execFileSync } from 'node:child_process';

/** Comes with the driver. */
const program = 'nvidia-smi';

/** In MiB, of all processes; NaN where there is no `nvidia-smi`. */
export function gpuMemoryMiB(): number {
  try {
    const query = ['--query-gpu=memory.used', '--format=csv,noheader,nounits', '--id=0'];
    return Number(execFileSync(program, query, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
  } catch {
    return Number.NaN;
  }
}
