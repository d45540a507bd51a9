import { fileURLToPath } from 'node:url';
import { isLoopback } from '../loopback.ts';

export interface StorageSettings {
  place: Place;
  container: string;
  /** Null: this program serves the files. */
  host: string | null;
}

export type Place = FolderPlace | AzurePlace | S3Place;

export interface FolderPlace {
  kind: 'folder';
  folder: string;
}

export interface AzurePlace {
  kind: 'azure';
  endpoint: string;
  account: string;
  key: string;
}

export interface S3Place {
  kind: 's3';
  endpoint: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string } | null;
}

export const placeAllowed =
  'an address like file:///srv/files, azure://account:key@account.blob.core.windows.net ' +
  'or s3://key:secret@s3.eu-north-1.amazonaws.com, in which / and + of a key are written as %2F and %2B';

/** Plain http on this machine only. */
export function readPlace(text: string): Place | undefined {
  const url = URL.parse(text);
  if (url === null || url.hash !== '') return undefined;
  switch (url.protocol) {
    case 'file:':
      return readFolder(text, url);
    case 'azure:':
      return readAzure(url);
    case 's3:':
      return readS3(url);
    default:
      return undefined;
  }
}

function readFolder(text: string, url: URL): FolderPlace | undefined {
  if (!/^file:\/(?:\/\/|[^/])/.test(text) || url.search !== '') return undefined;
  try {
    return { kind: 'folder', folder: fileURLToPath(url) };
  } catch {
    return undefined;
  }
}

function readAzure(url: URL): AzurePlace | undefined {
  const signIn = signInOf(url);
  if (url.hostname === '' || url.search !== '' || !signIn) return undefined;
  return { kind: 'azure', endpoint: endpointOf(url), account: signIn.user, key: signIn.password };
}

function readS3(url: URL): S3Place | undefined {
  const parameters = [...url.searchParams.keys()];
  if (url.hostname === '' || !/^\/?$/.test(url.pathname) || parameters.some((name) => name !== 'region')) {
    return undefined;
  }
  const signIn = signInOf(url);
  if (!signIn && (url.username !== '' || url.password !== '')) return undefined;
  const region = url.searchParams.get('region') ?? /^s3\.([a-z0-9-]+)\.amazonaws\.com$/.exec(url.hostname)?.[1];
  return {
    kind: 's3',
    endpoint: endpointOf(url),
    region: region ?? 'us-east-1',
    credentials: signIn ? { accessKeyId: signIn.user, secretAccessKey: signIn.password } : null,
  };
}

function signInOf({ username, password }: URL): { user: string; password: string } | undefined {
  if (username === '' || password === '') return undefined;
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}

function endpointOf({ hostname, host, pathname }: URL): string {
  return `${isLoopback(hostname) ? 'http' : 'https'}://${host}${pathname.replace(/\/$/, '')}`;
}
