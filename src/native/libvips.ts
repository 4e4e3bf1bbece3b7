/** Decoding with libvips through sharp. */
import { availableParallelism } from 'node:os';
import sharp, { type FailOnOptions, type Sharp, type SharpOptions } from 'sharp';
import { ImageFault } from '../pipeline/fault.ts';
import { framePicture } from '../pipeline/frame.ts';
import type { Header } from '../pipeline/header.ts';
import type { Channels, Picture } from '../pipeline/picture.ts';

// Every file is seen once: a cache of operations would only hold frames back.
sharp.cache(false);
sharp.concurrency(availableParallelism());
