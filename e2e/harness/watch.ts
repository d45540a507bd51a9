import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

/** What goes wrong in a browser without anything on the screen saying so. A test that ends with faults has failed. */
export interface Watch {
  readonly faults: readonly string[];
  /** Expects calls to be refused with these statuses. */
  allowRefusals: (...statuses: number[]) => void;
  /** Expects calls and sockets to fail because there is no network. */
  allowNetworkLoss: () => void;
  /** Expects pages to go to the identity provider and come back. */
  allowIdentityProvider: () => void;
  /** Expects pages to go to where accounts grant access to a directory, and come back. */
  allowDirectoryLogin: () => void;
  /** Expects pages of another host to be shown. */
  allowHost: (host: string) => void;
  /** Watches another browser context as well, before its first page opens. */
  follow: (context: BrowserContext) => Promise<void>;
}

/** Watches the browsers that it is told to follow, for pages of the program at this address. */
export function createWatch(address: string): Watch {
  const faults: string[] = [];
  const refusals = new Set<number>();
  let mayLoseNetwork = false;
  let elsewhere: string | undefined;
  const { host } = new URL(address);

  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    // The status of each answer is looked at below.
    if (text.startsWith('Failed to load resource: the server responded')) return;
    if (text === 'Service Worker registration blocked by Playwright') return;
    // The screen was left while its live channel was still being opened.
    if (text.endsWith('WebSocket is closed before the connection is established.')) return;
    if (
      mayLoseNetwork &&
      /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|WebSocket|Unable to preload|Failed to fetch dynamically imported/.test(
        text,
      )
    )
      return;
    faults.push(`console ${message.type()}: ${text}`);
  };

  const onRequest = (request: Request) => {
    const url = new URL(request.url());
    if (!/^(https?|wss?):$/.test(url.protocol)) return;
    if (url.host === elsewhere) return;
    if (url.host !== host) faults.push(`call to another host: ${url.href}`);
    const leaked = personalPart(url);
    if (leaked !== undefined) faults.push(`personal data in an address: ${leaked}`);
  };

  const onResponse = (response: Response) => {
    const status = response.status();
    const { pathname } = new URL(response.url());
    // Asking who is signed in is how the console finds out that nobody is.
    if (status < 400 || refusals.has(status) || (status === 401 && pathname === '/api/v1/users/me')) return;
    faults.push(`${status} from ${response.request().method()} ${pathname}`);
  };

  return {
    faults,
    allowRefusals: (...statuses) => {
      for (const status of statuses) refusals.add(status);
    },
    allowNetworkLoss: () => {
      mayLoseNetwork = true;
    },
    allowIdentityProvider: () => {
      elsewhere = process.env['E2E_IDENTITY'];
    },
    allowDirectoryLogin: () => {
      elsewhere = process.env['E2E_DIRECTORY_LOGIN'];
    },
    allowHost: (host) => {
      elsewhere = host;
    },
    follow: async (context) => {
      await context.exposeFunction('reportPolicyViolation', (page: string, report: string) => {
        // The pages of an identity provider are not ours.
        if (new URL(page).host === host) faults.push(`content policy: ${report}`);
      });
      await context.addInitScript(reportPolicyViolations);
      context.on('console', onConsole);
      context.on('weberror', (uncaught) => void faults.push(`uncaught: ${uncaught.error().message}`));
      context.on('request', onRequest);
      context.on('response', onResponse);
      context.on('page', (page) => {
        page.on('websocket', (socket) => {
          if (new URL(socket.url()).host !== host) faults.push(`socket to another host: ${socket.url()}`);
        });
      });
    },
  };
}

declare global {
  /** Pages call it with each violation of their content security policy. */
  var reportPolicyViolation: ((page: string, report: string) => void) | undefined;
}

/** Runs in each page and frame before its own scripts. A caught violation, such as a probe for `eval`, is in no console. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', (violation) => {
    const { documentURI, effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
    globalThis.reportPolicyViolation?.(documentURI, `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
  });
}

/**
 * What of an address could name a person: an e-mail address or a phone number. What somebody searches for is in the address
 * on purpose, and so is the phone of the lookup.
 */
function personalPart(url: URL): string | undefined {
  const parameters = [...url.searchParams].filter(([name]) => name !== 'search');
  const isLookup = url.pathname.endsWith('/phone_lookup');
  const parts = [
    url.pathname,
    ...parameters.filter(([name]) => !(isLookup && name === 'phone')).map(([, value]) => value),
  ];
  return parts.find((part) => /@|\+?\d{8,}/.test(decodeURIComponent(part))) && url.href;
}
