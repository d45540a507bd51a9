/** A person in a directory. */
export interface DirectoryMember {
  /** The provider's id, never reused. */
  id: string;
  name: string;
  email: string | null;
  /** Mostly without a country code. */
  phone: string | null;
}

/** The people of a tenant at a provider. */
export interface Directory {
  /**
   * All members in pages, each once.
   * @throws {DirectoryFailed}
   */
  members(signal: AbortSignal): AsyncIterable<readonly DirectoryMember[]>;
  /**
   * A member's photo in any format, or null.
   * @throws {DirectoryFailed}
   */
  photo(memberId: string, signal: AbortSignal): Promise<Buffer | null>;
}

/** A directory with an access key. */
export interface CodedDirectory extends Directory {
  /**
   * Resolves if the directory accepts the key.
   * @throws {DirectoryFailed}
   */
  test(signal: AbortSignal): Promise<void>;
}

/** A registered application: ours, or a tenant's own. */
export interface RegisteredApp {
  clientId: string;
  clientSecret: string;
}

/** A grant to read a directory. All of it is secret. */
export interface Grant {
  /** The provider may replace it at each use. Store the new one. */
  refreshToken: string;
  accessToken: string;
  expiresAt: Date;
}

/** A browser's visit to the provider. */
export interface GrantVisit {
  /** The registered address of the console for the return. */
  returnAddress: string;
  /** The secret of PKCE. Only its hash is sent before the code returns. */
  verifier: string;
}

/** A provider that needs the grant of an account. */
export interface GrantingProvider {
  /** Null: each tenant needs its own registration. */
  app: RegisteredApp | null;
  /** The address for a grant. The browser returns with a code and `state`. */
  grantAddress(clientId: string, visit: GrantVisit, state: string): string;
  /**
   * Exchanges the returned code for a grant.
   * @throws {DirectoryFailed}
   */
  exchange(app: RegisteredApp, visit: GrantVisit, code: string, signal: AbortSignal): Promise<Grant>;
  /**
   * Opens a group's directory. `keep` stores a renewed grant before its use. Open one directory per grant at a time, because a renewal
   * ends the former grant.
   */
  open(app: RegisteredApp, grant: Grant, groupId: string, keep: (grant: Grant) => Promise<void>): Directory;
}

export interface Directories {
  office365: GrantingProvider;
  google: GrantingProvider;
  /** The directory at `domain` with the access key `code`. */
  loopbooking(domain: string, code: string): CodedDirectory;
}

export type DirectoryProblem =
  /** No or a bad answer; a retry may work. */
  | 'directoryUnavailable'
  /** The grant ended or was revoked. */
  | 'consentRevoked'
  /** The application's secret expired or is wrong, or the application was removed. */
  | 'secretExpired'
  | 'groupNotFound'
  /** The account may not read the directory. */
  | 'serviceAccountRequired'
  /** The returned code is wrong, used or too old. */
  | 'codeRefused'
  /** Loopbooking refuses the domain or the access key. */
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
