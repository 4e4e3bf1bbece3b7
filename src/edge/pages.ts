import { Hono } from 'hono';
import type { App } from './exchange.ts';
export const pages = new Hono<App>();
