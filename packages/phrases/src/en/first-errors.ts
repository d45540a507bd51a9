import type { FieldKey, Reason } from '@vestibule/contract/platform/refusal.ts';

/** What can be refused on the way to the visitors and among them. */
export const firstErrors = {
  // any call
  validation: 'Please check the marked fields.',
  malformedBody: 'The request could not be read.',
  notSignedIn: 'Please sign in.',
  notAllowed: 'You may not do this.',
  crossSiteRequest: 'This request came from another site and was refused.',
  notFound: 'This was not found. It may have been removed.',
  bodyTooLarge: 'This is too large to send.',
  headersTooLarge: 'The address or the headers of the request are too long.',
  requestTooSlow: 'The request did not arrive in time.',
  unsupportedMediaType: 'The request is of a type that is not accepted here.',
  idempotencyKeyReused: 'This request was sent before with other contents.',
  tooManyRequests: 'Too many requests. Please wait {{seconds}} seconds.',
  unexpected: 'Something went wrong on our side. If it happens again, quote {{requestId}}.',
  unavailable: 'The service is not available right now. Please try again in a moment.',
  changedMeanwhile: 'Somebody else has changed this in the meantime.',
  // any property
  invalidValue: 'This value is not valid.',
  invalidText: 'Please remove invisible control characters.',
  // signing in
  emailRequired: 'Please enter an e-mail address.',
  incorrectEmail: 'Please enter a correct e-mail address.',
  passRequired: 'Please enter a password.',
  incorrectPassword: 'Incorrect password.',
  accountBlocked: 'Sign-in is blocked after too many attempts.',
  secondFactorRequired: 'Please enter a code of your authenticator app.',
  secondFactorMissing: 'Your role signs in with a second step. Please set it up.',
  secondCodeRequired: 'Please enter a code.',
  incorrectCode: 'This code is not correct, or was used before.',
  secondStepOver: 'This sign-in took too long. Please begin again.',
  workAccountUnknown: 'No user has this work account. Ask to be invited with its e-mail address.',
  oauthStateInvalid: 'This sign-in took too long, was used before or began in another browser.',
  azureAuthError: 'There was an error during Azure authentication',
  // visitors
  visitorIsAlreadyCheckedIn: 'This visitor is already checked in.',
  visitorIsNotCheckedIn: 'This visitor is not checked in.',
  visitNotFound: 'Nobody here has this badge.',
} satisfies Partial<Record<Reason | FieldKey, string>>;
