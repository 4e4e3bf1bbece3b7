/** What is around every page: head, one header, one footer. */
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { keptOfPhotos } from '../../../contract/kept-of-photos.ts';
import { hasSessionCookie } from '../../accounts/session-cookie.ts';
import { feet, tabsOf } from '../map/page-lists.ts';

/** Somebody who is signed in, or seems to be where a page does not ask. */
export interface Visitor {
  readonly isOperator: boolean;
}

export interface PageProps {
  /** Without the product's name. */
  readonly title: string;
  /** One sentence for search engines and previews; pages without one are not to be found by them. */
  readonly description?: string;
  /** The page's own address, so that a link to it elsewhere is shown with a picture. For pages with a description. */
  readonly address?: string;
  /** Null for visitors who are not signed in. */
  readonly visitor: Visitor | null;
  /** Path of the entry of the header that this page belongs to. */
  readonly section?: string;
  /** Names of scripts that the page loads, as in `/scripts/NAME.js`. */
  readonly scripts?: readonly string[];
  /** Names of further styles, as in `/styles/NAME.css`. */
  readonly styles?: readonly string[];
  /** Further elements of the head. */
  readonly head?: Child;
  readonly children?: Child;
}

/** What other sites show beside a link to a page. The build makes it. */
export const sharePicture = { path: '/share.jpg', width: 1200, height: 630 };

/** The visitor of a page that is the same for everybody, but for its link: to the dashboard where the request has a session, else to sign in. */
export function visitorOf(request: Request): Visitor | null {
  return hasSessionCookie(request) ? { isOperator: false } : null;
}

/** The address of a page without what is asked of it. */
export function addressOf(request: Request): string {
  const { origin, pathname } = new URL(request.url);
  return origin + pathname;
}

/** A whole page, from its doctype on. */
export function Page({
  title,
  description,
  address,
  visitor,
  section,
  scripts = [],
  styles = [],
  head,
  children,
}: PageProps) {
  return html`<!doctype html>${(
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>{section === '/' ? title : `${title} · Edgematte`}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {description ? <meta name="description" content={description} /> : <meta name="robots" content="noindex" />}
        {description && address ? <Preview title={title} description={description} address={address} /> : null}
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/styles/site.css" />
        {styles.map((name) => (
          <link rel="stylesheet" href={`/styles/${name}.css`} />
        ))}
        {scripts.map((name) => (
          <script type="module" src={`/scripts/${name}.js`} fetchpriority="low" />
        ))}
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to content
        </a>
        <Top visitor={visitor} section={section} />
        <main id="main">{children}</main>
        <footer>
          <p>{keptOfPhotos}</p>
          <nav aria-label="About">
            {feet.map(([path, name]) => (
              <a href={path}>{name}</a>
            ))}
            <a href="/openapi.json">OpenAPI</a>
          </nav>
        </footer>
      </body>
    </html>
  )}`;
}

function Top({ visitor, section }: Pick<PageProps, 'visitor' | 'section'>) {
  return (
    <header class="top">
      <a class="brand" href="/" aria-label="Edgematte, home">
        <Mark />
        Edgematte
      </a>
      <nav aria-label="Site">
        {tabsOf('public').map(([path, name]) => (
          <a href={path} aria-current={path === section ? 'page' : undefined}>
            {name}
          </a>
        ))}
        {visitor?.isOperator ? (
          <a href="/operator" aria-current={section === '/operator' ? 'page' : undefined}>
            Operator
          </a>
        ) : null}
      </nav>
      {visitor ? (
        <a class="account" href="/dashboard" aria-current={section === '/dashboard' ? 'page' : undefined}>
          Dashboard
        </a>
      ) : (
        <a class="account" href="/sign-in" aria-current={section === '/sign-in' ? 'page' : undefined}>
          Sign in
        </a>
      )}
    </header>
  );
}

/** How a link to the page is shown elsewhere: https://ogp.me. */
function Preview({ title, description, address }: Required<Pick<PageProps, 'title' | 'description' | 'address'>>) {
  const { path, width, height } = sharePicture;
  const shown = {
    type: 'website',
    site_name: 'Edgematte',
    title,
    description,
    url: address,
    image: new URL(path, address).href,
    'image:width': String(width),
    'image:height': String(height),
    'image:alt': 'A dog; the left half is the photo, the right half is cut out',
  };
  return (
    <>
      <link rel="canonical" href={address} />
      {Object.entries(shown).map(([name, content]) => (
        <meta property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The sign of the product: a disc of which one half dissolves into squares. */
function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <clipPath id="disc">
        <circle cx="16" cy="16" r="14" />
      </clipPath>
      <path d="M16.01 2a14 14 0 0 0 0 28z" />
      <g clip-path="url(#disc)">
        <path d="M16.00 2.00h4.67v4.67h-4.67zM16.00 11.33h4.67v4.67h-4.67zM16.00 20.67h4.67v4.67h-4.67z" />
        <path d="M20.67 6.67h4.67v4.67h-4.67zM20.67 16.00h4.67v4.67h-4.67zM20.67 25.33h4.67v4.67h-4.67z" opacity=".8" />
        <path d="M25.33 2.00h4.67v4.67h-4.67zM25.33 11.33h4.67v4.67h-4.67zM25.33 20.67h4.67v4.67h-4.67z" opacity=".6" />
      </g>
    </svg>
  );
}
