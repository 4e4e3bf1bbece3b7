/** A small name server (RFC 1035), which answers what a test wants: of some names something else each time. */
import { createSocket } from 'node:dgram';
import ipaddr from 'ipaddr.js';

/** What a name leads to: the first answer, the second, and so on; the last one stays. */
export type Zone = ReadonlyMap<string, readonly (readonly string[])[]>;

const types = { 1: 'ipv4', 28: 'ipv6' } as const;

export interface Resolver {
  /** Names that were asked for, in order. */
  readonly asked: readonly string[];
}

/** Answers on port 53 of that address, until the process ends. */
export async function startResolver(zone: Zone, address: string): Promise<Resolver> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address: asker }) => {
    const { name, type, end } = questionOf(query);
    asked.push(name);
    const answers = zone.get(name);
    const wanted = types[type as keyof typeof types];
    // A lookup asks for both kinds: the times are those of one kind.
    const times = asked.filter((each) => each === name).length;
    const turn = answers?.[Math.min(Math.ceil(times / 2), answers.length) - 1] ?? [];
    const records = turn.filter((each) => kindOf(each) === wanted).map((each) => record(type, bytesOf(each)));
    const head = Buffer.alloc(12);
    query.copy(head, 0, 0, 2);
    head.writeUInt16BE(answers ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, asker);
  });
  await new Promise<void>((resolve) => socket.bind(53, address, resolve));
  return { asked };
}

function questionOf(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  while (query[at] !== 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + query[at]));
    at += query[at] + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** One resource record that points at the name of the question; nobody may remember it. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc00c, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(0, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function kindOf(address: string): 'ipv4' | 'ipv6' {
  return address.includes(':') ? 'ipv6' : 'ipv4';
}

function bytesOf(address: string): Buffer {
  return Buffer.from(ipaddr.parse(address).toByteArray());
}
