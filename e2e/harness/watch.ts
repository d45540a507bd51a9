import type { BrowserContext, ConsoleMessage, Request, Response } from '@playwright/test';

/** A test with faults fails. */
export interface Watch {
  readonly faults: readonly string[];
  allowRefusals: (...statuses: number[]) => void;
  allowNetworkLoss: () => void;
  allowIdentityProvider: () => void;
  allowDirectoryLogin: () => void;
  allowHost: (host: string) => void;
  follow: (context: BrowserContext) => Promise<void>;
}

export function createWatch(address: string): Watch {
  const faults: string[] = [];
  const refusals = new Set<number>();
  let mayLoseNetwork = false;
  let elsewhere: string | undefined;
  const { host } = new URL(address);

  const onConsole = (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const text = message.text();
    // `onResponse` checks the statuses.
    if (text.startsWith('Failed to load resource: the server responded')) return;
    if (text === 'Service Worker registration blocked by Playwright') return;
    // The user left the screen while its WebSocket was opening.
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
    // The console detects anonymous visitors and hosts by these.
    if (status === 401 && (pathname === '/api/v1/users/me' || pathname === '/api/v1/host/me')) return;
    if (status < 400 || refusals.has(status)) return;
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
        // An identity provider's pages are not ours.
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
  var reportPolicyViolation: ((page: string, report: string) => void) | undefined;
}

/** Runs in each frame before its scripts. The console does not show a caught violation, such as a probe for `eval`. */
function reportPolicyViolations(): void {
  addEventListener('securitypolicyviolation', (violation) => {
    const { documentURI, effectiveDirective, blockedURI, sourceFile, lineNumber } = violation;
    globalThis.reportPolicyViolation?.(documentURI, `${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`);
  });
}

/** Allows the search term and the phone lookup. */
function personalPart(url: URL): string | undefined {
  const parameters = [...url.searchParams].filter(([name]) => name !== 'search');
  const isLookup = url.pathname.endsWith('/phone_lookup');
  const parts = [
    url.pathname,
    ...parameters.filter(([name]) => !(isLookup && name === 'phone')).map(([, value]) => value),
  ];
  // The random nonce of a visit can have eight digits in a row.
  const nonce = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
  return parts.find((part) => /@|\+?\d{8,}/.test(decodeURIComponent(part).replaceAll(nonce, ''))) && url.href;
}
