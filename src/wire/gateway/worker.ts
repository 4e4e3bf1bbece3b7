/**
 * Entry of the gateway Worker in front of addresses. It exports the class of instances as well: Cloudflare refuses a version without
 * a class that has objects, and so the way back from containers to an address.
 */
export { default } from './gateway.ts';
export { InferenceInstance } from './inference-instance.ts';
