/** The listening socket that the process of the Workers inherits, and hands on to its workerd. */
import { closeSync } from 'node:fs';
import { createRequire } from 'node:module';

/** The number of it, here and in workerd: behind the inputs and outputs and one channel to the parent. */
const inherited = 4;
/** What miniflare calls the first Worker's own socket. */
export const edgeSocket = 'direct:0:default';

type Spawn = (command: string, args: readonly string[], options: { readonly stdio?: readonly unknown[] }) => unknown;

/** miniflare starts workerd with pipes of its own choice: the socket is added to them, as the fifth. It has no option for that. */
export function handOnToWorkerd(): void {
  const processes = createRequire(import.meta.url)('node:child_process') as { spawn: Spawn };
  const { spawn } = processes;
  processes.spawn = (command, args, options) => {
    const isWorkerd = command === process.env.MINIFLARE_WORKERD_PATH;
    return spawn(command, args, isWorkerd ? { ...options, stdio: [...(options.stdio ?? []), inherited] } : options);
  };
}

/** Once workerd has it: at a stop that is the only one here to have it, and to give it up. */
export function closeInherited(): void {
  closeSync(inherited);
}
