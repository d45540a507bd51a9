import { type Answer, NoAnswer, type Transport } from '../http-call.ts';
import type { Outcome } from '../outcome.ts';

interface Form {
  url: URL;
  headers?: Record<string, string>;
  form: URLSearchParams;
}

/** Without an answer the result is `unknown`, because the provider may have accepted the SMS. Without a connection it is sent later. */
export async function postSms(send: Transport, call: Form, read: (answer: Answer) => Outcome): Promise<Outcome> {
  let answer: Answer;
  try {
    answer = await send({ ...call, signal: new AbortController().signal });
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    if (neverConnected(error)) return { result: 'later', problem: 'cannotConnect', answer: null };
    return { result: 'unknown', problem: 'uncertain', answer: null };
  }
  return troubleOf(answer) ?? read(answer);
}

function troubleOf({ status }: Answer): Outcome | undefined {
  const answer = `HTTP ${status}`;
  if (status === 401 || status === 403) return { result: 'later', problem: 'signInRefused', answer };
  if (status === 429 || status === 503) return { result: 'later', problem: 'deferred', answer };
  return status >= 500 ? { result: 'unknown', problem: 'uncertain', answer } : undefined;
}

const codesBeforeConnection = /^(ECONNREFUSED|E(HOST|NET)UNREACH|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

function neverConnected(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && codesBeforeConnection.test(String(error.code))) return true;
  return neverConnected(error.cause);
}
