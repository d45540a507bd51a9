/** Somebody that a directory lists. */
export interface DirectoryMember {
  /** The provider's own, which never goes to another person. */
  id: string;
  name: string;
  email: string | null;
  /** As the directory has it, mostly without a country. */
  phone: string | null;
}

/** The people of one tenant, at a provider. */
export interface Directory {
  /** Everybody in it, page by page; nobody comes twice. @throws {DirectoryFailed} */
  members(signal: AbortSignal): AsyncIterable<readonly DirectoryMember[]>;
  /** The picture of one of them as the provider keeps it, of any format; null where there is none. @throws {DirectoryFailed} */
  photo(memberId: string, signal: AbortSignal): Promise<Buffer | null>;
}

/** A directory that lets us in with a code of its own. */
export interface CodedDirectory extends Directory {
  /** Returns when the directory answers to this code. @throws {DirectoryFailed} */
  test(signal: AbortSignal): Promise<void>;
}

/** An application as it is registered with the provider: ours, or one that the tenant registered for itself. */
export interface RegisteredApp {
  clientId: string;
  clientSecret: string;
}

/** What somebody who may read the directory has granted. All of it is secret. */
export interface Grant {
  /** The provider may replace it each time it is used, and then the old one ends: keep what comes back. */
  refreshToken: string;
  accessToken: string;
  expiresAt: Date;
}

/** A browser's way to the provider and back. */
export interface GrantVisit {
  /** The console's address that the browser returns to, registered with the provider. */
  returnAddress: string;
  /** The secret of PKCE: only a hash of it leaves before the code comes back. */
  verifier: string;
}

/** A provider whose directories are read with the grant of one of its accounts. */
export interface GrantingProvider {
  /** Our own registration; null where none is configured, so that each tenant needs one of its own. */
  app: RegisteredApp | null;
  /** Where the browser goes for somebody to grant; it comes back with a code and `state`. */
  grantAddress(clientId: string, visit: GrantVisit, state: string): string;
  /** Turns the code that the browser came back with into a grant. @throws {DirectoryFailed} */
  exchange(app: RegisteredApp, visit: GrantVisit, code: string, signal: AbortSignal): Promise<Grant>;
  /**
   * The group's directory. Where the grant has to be renewed, `keep` stores the new one and is waited for before it is used.
   * One directory at a time should be open on a grant, as a renewal ends what it renews.
   */
  open(app: RegisteredApp, grant: Grant, groupId: string, keep: (grant: Grant) => Promise<void>): Directory;
}

/** Everything that employees can be brought from. */
export interface Directories {
  office365: GrantingProvider;
  google: GrantingProvider;
  /** The directory at `domain`, which lets in whoever has the access key `code`. */
  loopbooking(domain: string, code: string): CodedDirectory;
}

export type DirectoryProblem =
  /** It does not answer, or not as it should; later it may. */
  | 'directoryUnavailable'
  /** The grant has ended or was taken back: somebody has to grant anew. */
  | 'consentRevoked'
  /** The provider does not accept the application: its secret has expired or is wrong, or it was removed. */
  | 'secretExpired'
  | 'groupNotFound'
  /** The account that granted may not read the directory. */
  | 'serviceAccountRequired'
  /** The code that the browser came back with is wrong, was used before or is too old. */
  | 'codeRefused'
  /** Loopbooking refuses the domain or the access key. */
  | 'loopbookingRefused';

/** A directory was not read. It names no person and no secret. */
export class DirectoryFailed extends Error {
  override name = 'DirectoryFailed';
  readonly problem: DirectoryProblem;

  constructor(problem: DirectoryProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
