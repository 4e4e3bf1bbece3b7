/** Runs in workerd: asks the request log as the page and its file do. */
import {
  allRequests,
  newestRequests,
  type RequestFilter,
  requestsNamed,
} from '../../../../src/money/request-log/find.ts';
import { requestsCsv } from '../../../../src/pages/site/requests/file.ts';

export default {
  async fetch(request: Request, { DIRECTORY }: { readonly DIRECTORY: D1Database }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    const wallets = searchParams.getAll('wallet');
    const id = searchParams.get('id');
    const filter: RequestFilter = JSON.parse(searchParams.get('filter') ?? '{}');
    if (pathname === '/csv')
      return new Response(requestsCsv(allRequests(DIRECTORY, wallets, filter), (keyId) => keyId));
    if (id !== null) return Response.json(await requestsNamed(DIRECTORY, wallets, id, 50));
    return Response.json((await newestRequests(DIRECTORY, wallets, filter, { length: 50, after: null })).requests);
  },
};
