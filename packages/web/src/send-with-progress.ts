export function sendWithProgress(
  address: string,
  { method = 'GET', headers, body, signal }: RequestInit & { headers: Record<string, string> },
  onProgress: (sent: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open(method, address);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0));
    request.addEventListener('load', () => resolve(answerOf(request)));
    request.addEventListener('error', () => reject(new TypeError('no answer arrived')));
    request.addEventListener('abort', () => reject(new DOMException('the call was given up', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body instanceof FormData ? body : null);
  });
}

function answerOf({ status, responseText }: XMLHttpRequest): Response {
  // These statuses allow no body.
  return new Response([204, 205, 304].includes(status) ? null : responseText, { status });
}
