/**
 * The outer form of a message (Open Inference Protocol v2, binary tensor data extension): a JSON header, and after
 * it the raw tensors back to back in the order in which the header names them. The HTTP header
 * `Inference-Header-Content-Length` holds the bytes of the JSON; without it the whole body is JSON.
 */
import { MessageFault } from './fault.ts';
import type { WireTensor } from './tensor.ts';

/** Name of the HTTP header that splits JSON from tensors. */
export const headerLengthName = 'Inference-Header-Content-Length';

/** A header states names and shapes: more than this is not one. */
const maxJsonHeaderBytes = 1024 * 1024;

export interface EncodedMessage {
  /** Bytes of the JSON header; absent where the whole body is JSON. */
  readonly headerBytes?: number;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** The HTTP headers that belong to an encoded message. */
export function messageHeaders(message: EncodedMessage): Record<string, string> {
  if (message.headerBytes === undefined) return { 'Content-Type': 'application/json' };
  return { 'Content-Type': 'application/octet-stream', [headerLengthName]: String(message.headerBytes) };
}

/** Joins a header and the tensors that follow it as binary data. */
export function joinFrame(header: Readonly<Record<string, unknown>>, binary: readonly WireTensor[]): EncodedMessage {
  const json = new Uint8Array(new TextEncoder().encode(JSON.stringify(header)));
  if (binary.length === 0) return { body: json };
  const bytes = binary.reduce((sum, tensor) => sum + tensor.data.byteLength, json.byteLength);
  const body = new Uint8Array(bytes);
  body.set(json);
  let offset = json.byteLength;
  for (const { data } of binary) {
    body.set(data, offset);
    offset += data.byteLength;
  }
  return { headerBytes: json.byteLength, body };
}

export interface MessageFrame {
  readonly header: Readonly<Record<string, unknown>>;
  /** What follows the JSON; empty where the whole body is JSON. */
  readonly tensors: Uint8Array;
}

/**
 * Splits a body into its JSON header and its tensors, without copying the latter.
 * @param headerLength value of `Inference-Header-Content-Length`, or null where the message carries none
 * @throws MessageFault where the length is not a number, longer than the body, or the header is no JSON object
 */
export function splitFrame(body: Uint8Array, headerLength: string | null): MessageFrame {
  const bytes = headerLength === null ? body.byteLength : readLength(headerLength);
  if (bytes > body.byteLength) {
    throw new MessageFault(`${headerLengthName} says ${bytes} but the body has only ${body.byteLength} bytes`);
  }
  if (headerLength !== null && bytes > maxJsonHeaderBytes) {
    throw new MessageFault(`${headerLengthName} says ${bytes}; at most ${maxJsonHeaderBytes} is accepted`);
  }
  return { header: readObject(body.subarray(0, bytes)), tensors: body.subarray(bytes) };
}

function readLength(text: string): number {
  // Length 0 is a raw binary request, which only one server knows.
  if (!/^[1-9][0-9]{0,9}$/.test(text))
    throw new MessageFault(`Expected a positive whole number as ${headerLengthName}`);
  return Number(text);
}

function readObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (cause) {
    throw new MessageFault('The message header is not JSON', cause);
  }
  if (!isRecord(parsed)) throw new MessageFault('The message header is not a JSON object');
  return parsed;
}

/** Whether a parsed JSON value is an object. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
