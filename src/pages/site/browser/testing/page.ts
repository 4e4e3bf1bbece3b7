/** The playground's page in a document of the test, with the service and the pictures that a test says. */
import { vi } from 'vitest';
import { Studio } from '../../playground/studio.tsx';

const html = String(Studio());

/** A request that was sent, which the test answers. */
export class SentRequest {
  method = '';
  path = '';
  readonly sentHeaders: Record<string, string> = {};
  body: FormData | Blob | null = null;
  responseType = '';
  readyState = 0;
  status = 0;
  response: Blob | null = null;
  isAborted = false;
  readonly upload: { onload: (() => void) | null } = { onload: null };
  onreadystatechange: (() => void) | null = null;
  onabort: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onload: (() => void) | null = null;
  onloadend: (() => void) | null = null;
  #headers = '';

  open(method: string, path: string): void {
    [this.method, this.path] = [method, path];
  }

  setRequestHeader(name: string, value: string): void {
    this.sentHeaders[name] = value;
  }

  send(body: FormData | Blob): void {
    this.body = body;
    sentRequests.push(this);
  }

  getAllResponseHeaders(): string {
    return this.#headers;
  }

  abort(): void {
    this.isAborted = true;
    this.onabort?.();
    this.onloadend?.();
  }

  /** All was uploaded. */
  uploaded(): void {
    this.upload.onload?.();
  }

  /** The first bytes of an answer came. */
  begun(status: number, headers: Readonly<Record<string, string>> = {}): void {
    this.status = status;
    this.#headers = Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    this.readyState = 2;
    this.onreadystatechange?.();
  }

  answer(status: number, body: Blob, headers: Readonly<Record<string, string>> = {}): void {
    this.begun(status, headers);
    this.response = body;
    this.readyState = 4;
    this.onreadystatechange?.();
    this.onload?.();
    this.onloadend?.();
  }

  /** The connection broke. */
  fail(): void {
    this.onerror?.();
    this.onloadend?.();
  }
}

/** Those of the page that is open, oldest first. */
export const sentRequests: SentRequest[] = [];

/** The request that the page sends next, or has sent last where it has sent so many. */
export async function sentRequest(count = 1): Promise<SentRequest> {
  await vi.waitFor(() => {
    if (sentRequests.length < count) throw new Error(`${sentRequests.length} requests were sent`);
  });
  return sentRequests[count - 1];
}

/** Opens the page: its elements, no requests, pictures of that size. */
export function openPage({ demoKey = '', session = trialSession, sidePx = [40, 30] }: Partial<Opened> = {}): void {
  document.head.innerHTML = demoKey ? `<meta name="demo-key" content="${demoKey}">` : '';
  document.body.innerHTML = html;
  sentRequests.length = 0;
  localStorage.clear();
  vi.stubGlobal('XMLHttpRequest', Object.assign(SentRequest, { HEADERS_RECEIVED: 2 }));
  vi.stubGlobal('fetch', async (path: string) => answerOf(path, session));
  const [width, height] = sidePx;
  vi.stubGlobal(
    'createImageBitmap',
    async (_source: unknown, { resizeWidth, resizeHeight }: ImageBitmapOptions = {}) => ({
      width: resizeWidth ?? width,
      height: resizeHeight ?? height,
      close() {},
    }),
  );
  // Its workers run nothing.
  vi.stubGlobal('OffscreenCanvas', undefined);
  HTMLImageElement.prototype.decode = async () => {};
  for (const [name, size] of Object.entries({ naturalWidth: width, naturalHeight: height })) {
    Object.defineProperty(HTMLImageElement.prototype, name, { configurable: true, get: () => size });
  }
  HTMLElement.prototype.setPointerCapture = () => {};
  HTMLElement.prototype.scrollBy = () => {};
}

interface Opened {
  readonly demoKey: string;
  /** What the service says of who is there; null where it cannot be reached. */
  readonly session: object | null;
  readonly sidePx: readonly [number, number];
}

export const trialSession = {
  csrf_token: 'token-1',
  account: null,
  trial: { left: 2, per_day: 3, max_pixels: 250_000 },
  fetches_addresses: true,
  takes_points: false,
};

export const ownSession = {
  csrf_token: 'token-2',
  account: {
    id: 'account-1',
    email: 'ada@example.org',
    wallets: [
      { type: 'test', credit: 1 },
      { type: 'live', credit: 1234 },
    ],
  },
  trial: { left: 0, per_day: 3, max_pixels: 250_000 },
  fetches_addresses: true,
  takes_points: false,
};

function answerOf(path: string, session: object | null): Response {
  if (path === '/playground/session') return session ? Response.json(session) : new Response('', { status: 503 });
  if (path.startsWith('/playground/admission/')) return Response.json({ admission: `of ${path.split('/').at(-1)}` });
  if (path.startsWith('/samples/')) return new Response(new Blob(['a sample'], { type: 'image/jpeg' }));
  return new Response('', { status: 404 });
}

/** What is read at an element of that id. */
export function textAt(id: string): string {
  return document.getElementById(id)?.textContent?.trim() ?? '';
}

/** Whether the element of that id is to be seen, by itself. */
export function isShown(id: string): boolean {
  return document.getElementById(id)?.hidden === false;
}

/** Chooses a value of a radio button, as a click does. */
export function pick(name: string, value: string): void {
  const input = document.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
  if (!input) throw new Error(`There is no ${name} of ${value}`);
  // The document of the tests does not know that buttons of a form may be outside it.
  for (const other of document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)) other.checked = false;
  input.checked = true;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Gives files to a field, as its dialog does. */
export function giveFiles(id: string, ...files: File[]): void {
  const field = document.getElementById(id);
  Object.defineProperty(field, 'files', { configurable: true, value: files });
  field?.dispatchEvent(new Event('change', { bubbles: true }));
}

/** The beginning of a PNG of that colour type: 0 is grey, 6 has an alpha. */
export function png(colourType = 6): Blob {
  const bytes = new Uint8Array(30);
  bytes.set([0x89, 0x50, 0x4e, 0x47]);
  bytes[25] = colourType;
  return new Blob([bytes], { type: 'image/png' });
}
