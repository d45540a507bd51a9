export interface DirectoryMember {
  id: string;
  name: string;
  email: string | null;
  phone: string | null;
}

export interface Directory {
  members(signal: AbortSignal): AsyncIterable<readonly DirectoryMember[]>;
  photo(memberId: string, signal: AbortSignal): Promise<Buffer | null>;
}

export interface CodedDirectory extends Directory {
  test(signal: AbortSignal): Promise<void>;
}

export interface RegisteredApp {
  clientId: string;
  clientSecret: string;
}

export interface Grant {
  /** The provider may replace it at each use. Store the new one. */
  refreshToken: string;
  accessToken: string;
  expiresAt: Date;
}

export interface GrantRequest {
  returnAddress: string;
  verifier: string;
}

export interface GrantingProvider {
  app: RegisteredApp | null;
  grantAddress(clientId: string, request: GrantRequest, state: string): string;
  exchange(app: RegisteredApp, request: GrantRequest, code: string, signal: AbortSignal): Promise<Grant>;
  /** `keep` stores a renewed grant before its use. Open one directory per grant, because a renewal ends the former grant. */
  open(app: RegisteredApp, grant: Grant, groupId: string, keep: (grant: Grant) => Promise<void>): Directory;
}

export interface Directories {
  office365: GrantingProvider;
  google: GrantingProvider;
  loopbooking(domain: string, code: string): CodedDirectory;
}

export type DirectoryProblem =
  | 'directoryUnavailable'
  | 'consentRevoked'
  | 'secretExpired'
  | 'groupNotFound'
  | 'serviceAccountRequired'
  | 'codeRefused'
  | 'loopbookingRefused';

/** A directory could not be read. Contains no personal data and no secret. */
export class DirectoryFailed extends Error {
  override name = 'DirectoryFailed';
  readonly problem: DirectoryProblem;

  constructor(problem: DirectoryProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
