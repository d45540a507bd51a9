/** A reason is the key of its text, `errors.<reason>`. Without a text it does not compile. */
export const refusals = {
  validation: 400,
  malformedBody: 400,
  notSignedIn: 401,
  notAllowed: 403,
  crossSiteRequest: 403,
  notFound: 404,
  bodyTooLarge: 413,
  headersTooLarge: 431,
  requestTooSlow: 408,
  unsupportedMediaType: 415,
  idempotencyKeyReused: 422,
  tooManyRequests: 429,
  unexpected: 500,
  unavailable: 503,
  changedMeanwhile: 409,
  wrongMimetype: 400,
  fileSizeExceeded: 413,
  csvColumns: 400,
  imageInUse: 409,
  incorrectPassword: 401,
  incorrectEmail: 404,
  accountBlocked: 423,
  workAccountUnknown: 403,
  oauthStateInvalid: 400,
  azureAuthError: 502,
  currentPasswordIncorrect: 403,
  secondFactorRequired: 401,
  secondFactorMissing: 401,
  incorrectCode: 403,
  secondStepOver: 410,
  secondFactorExists: 409,
  secondFactorMandatory: 409,
  noSecondFactor: 409,
  lastCompanyUser: 409,
  partnerIsAlreadyAssignedToCompany: 403,
  partnerWithCodeNotFound: 404,
  userWithEmailAlreadyExists: 400,
  userIsActive: 409,
  cannotDeleteSelf: 403,
  urlNotAllowed: 400,
  emailNotFound: 404,
  linkToResetInvalid: 404,
  licenseIsActive: 409,
  currentVisitRecords: 409,
  employeeIsSynchronised: 403,
  noIntegration: 409,
  integrationAlreadySet: 409,
  tooManyRemovals: 409,
  tenantAuthorisationFailed: 502,
  directoryUnavailable: 502,
  consentRevoked: 502,
  secretExpired: 502,
  groupNotFound: 502,
  serviceAccountRequired: 403,
  loopbookingTestFailed: 400,
  customSettingsAreOff: 403,
  retentionMayOnlyShorten: 403,
  AlreadyInUseForOtherEmployee: 409,
  invalidPhone: 400,
  visitorIsAlreadyCheckedIn: 409,
  visitorIsNotCheckedIn: 409,
  visitorIsNotExpected: 409,
  visitNotFound: 404,
  visitIsErased: 409,
  undoExpired: 409,
  visitorIsCheckedIn: 409,
  visitorWithThisPhoneAlreadyExists: 409,
  hashMustBeUnique: 403,
  consentRequired: 409,
  kioskSettingsAreOff: 403,
  kioskOffline: 409,
  noPendingDevice: 409,
  codeExpired: 409,
  kioskHasDevice: 409,
  deviceRevoked: 401,
  hashUnknown: 404,
  licenseRequired: 402,
  licenseNotFound: 404,
  licenseInUse: 409,
  passwordIncorrect: 403,
  noDeliveryPhones: 409,
  rollCallHasEnded: 409,
  messageIsNotFailed: 409,
  messageIsNotHeld: 409,
  messageHasExpired: 409,
  guestNeedsEmailOrPhone: 400,
  endsBeforeStart: 400,
  startsInPast: 400,
  meetingTooLong: 400,
  tooManyGuests: 400,
  tooManyDates: 400,
  tooManyInvitations: 409,
  invitationsAreOff: 409,
  invitationIsOver: 409,
  passUnknown: 404,
  passIsOver: 410,
  linkInvalid: 404,
  visitIsOver: 410,
  chooseEmployee: 409,
} as const;

export type Reason = keyof typeof refusals;

/** Keys of invalid properties, with texts at `errors.<key>`. */
export const fieldKeys = [
  'invalidValue',
  'invalidText',
  'unknownProperty',
  'fileRequired',
  'pleaseSelectPic',
  'max10000rows',
  'max256chars',
  'emailRequired',
  'incorrectEmail',
  'passRequired',
  '8-70chars',
  'passShouldHaveNum',
  'passShouldHaveUpper',
  'passShouldHaveLower',
  'passShouldHaveSpecial',
  'passMustMatch',
  'emailNotFound',
  'userWithEmailAlreadyExists',
  'urlNotAllowed',
  'currentPassRequired',
  'currentPasswordIncorrect',
  'secondCodeRequired',
  'incorrectCode',
  'max20emails',
  'emailListedTwice',
  'max32chars',
  'max80chars',
  'max120chars',
  'max200chars',
  'max254chars',
  'max500chars',
  'max512chars',
  'nameRequired',
  'companyNameRequired',
  'partnerNameRequired',
  'codeRequired',
  'badgeCodeRequired',
  'partnerWithCodeNotFound',
  'partnerIsAlreadyAssignedToCompany',
  'invalidTimeZone',
  'folderNameRequired',
  'folderRequired',
  'numberRequired',
  'valueMustBeMoreThan1',
  'max1000keys',
  'max500keys',
  'max500visitors',
  'tenantNameRequired',
  'max20phones',
  'phoneListedTwice',
  'hostNotFound',
  'severalHosts',
  'invalidTime',
  'timeOutOfRange',
  'visitorIsExpectedByAnotherTenant',
  'retentionMayOnlyShorten',
  'tenantRequired',
  'phoneRequired',
  'invalidPhone',
  'emailOrPhoneRequired',
  'AlreadyInUseForOtherEmployee',
  'groupIdRequired',
  'clientIdRequired',
  'clientSecretRequired',
  'loopbookingDomainRequired',
  'loopbookingCodeRequired',
  'visitorWithThisPhoneAlreadyExists',
  'kioskNameRequired',
  'hashRequired',
  'hash8chars',
  'hashMustBeUnique',
  'languageRequired',
  'defaultLanguageNotListed',
  'min4chars',
  'incorrectTimeRange',
  'invalidUrl',
  'invalidColor',
  'licenseKeyRequired',
  'colleagueRequired',
  'guestRequired',
  'guestNeedsEmailOrPhone',
] as const;

export type FieldKey = (typeof fieldKeys)[number];

/** The body of each failed call (RFC 9457), sent as `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  reason: Reason;
  reasons?: string[];
  fields?: Record<string, string>;
  requestId: string;
  /** With `tooManyRemovals`: removed employees, and all. */
  removed?: number;
  of?: number;
  current?: unknown;
  usedBy?: { kind: 'tenant' | 'employee' | 'kiosk' | 'company'; id: number; name: string }[];
  /** With `csvColumns`: the row of an unclosed quotation mark, as spreadsheets count. */
  unclosedQuoteAt?: number;
  /** With `chooseEmployee`: the employees with the address. */
  employees?: { id: number; name: string; tenant: { id: number; name: string } }[];
  /** With `chooseEmployee` after a sign-in with a work account: the token of a link. */
  token?: string;
  attemptsMade?: number;
  attemptsLeft?: number;
  secondsLeft?: number;
  /** With `visitorIsNotExpected` and `passIsOver` of a pass at a kiosk. */
  validFrom?: string;
  validUntil?: string;
  /** With `visitorIsAlreadyCheckedIn` of a pass at a kiosk: the start of the open visit. */
  checkedInSince?: string;
  /** With `passIsOver` of a pass at a kiosk. */
  passProblem?: 'canceled' | 'declined';
}
