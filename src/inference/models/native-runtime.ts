/**
 * onnxruntime-node, which all of this project loads here. By itself its first session asks for its vendor's host by name,
 * and writes an identifier of this machine and a database below HOME (seen with 1.30.0).
 */
import type * as Onnxruntime from 'onnxruntime-node';

/** The native library, with its vendor's telemetry off. It reads the variable once, when the first session is made. */
export function loadNativeRuntime(): Promise<typeof Onnxruntime> {
  process.env.ORT_DISABLE_TELEMETRY = '1';
  return import('onnxruntime-node');
}
