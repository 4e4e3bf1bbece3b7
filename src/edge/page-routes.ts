/** What this Worker answers beside the API: the pages, Stripe's events, and the admin API of operators, accounts and billing. */
import { Hono } from 'hono';
import { accountsAdmin } from '../accounts/admin.ts';
import { billingAdmin } from '../billing/admin.ts';
import { webhook } from '../billing/webhook.ts';
import { accountActsAdmin } from '../operator/account-acts-admin.ts';
import { operatorAdmin } from '../operator/admin.ts';
import { directoryAdmin } from '../operator/directory-admin.ts';
import { endedAgainAdmin } from '../operator/ended-again-admin.ts';
import { secretsAdmin } from '../operator/secrets-admin.ts';
import { pages } from '../site/pages.ts';
import type { App } from './exchange.ts';

export const pageRoutes = new Hono<App>();

pageRoutes.route('/', pages);
pageRoutes.route('/', webhook);
pageRoutes.route('/admin/operators', operatorAdmin);
pageRoutes.route('/admin/accounts', accountsAdmin);
pageRoutes.route('/admin/account-acts', accountActsAdmin);
pageRoutes.route('/admin/directory', directoryAdmin);
pageRoutes.route('/admin/ended-again', endedAgainAdmin);
pageRoutes.route('/admin/secrets', secretsAdmin);
pageRoutes.route('/admin/billing', billingAdmin);
