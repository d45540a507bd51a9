/** The screens of a visitor with an invitation. They load after the welcome screen. */
export const invitation = {
  type: 'Type the code',
  scan: {
    title: 'Hold your code in front of the camera',
    text: 'The code in your message checks you in, the one on your badge checks you out.',
    picture: 'What the camera sees',
    refused: 'The camera is not allowed for this page in the browser.',
    absent: 'No camera was found, or another app uses it.',
    unknown: 'This code is not valid here.',
    /** One of them follows each of these problems. */
    typeInstead: 'Type the 8 characters below the QR code, or use your phone number.',
    phoneInstead: 'Use your phone number.',
  },
  code: {
    title: 'Type the code of your invitation',
    text: 'It is below the QR code: 8 letters and digits.',
    label: 'Code',
    short: 'The code has 8 letters and digits.',
    offline: 'Typed codes need the network, and we cannot reach the server right now. Scan the QR code instead.',
  },
  pass: {
    early: 'Your invitation is not valid yet',
    late: 'Your invitation is no longer valid',
    valid: 'Valid: {{period}}',
    without: 'Check in without it',
  },
  /** Why a pass cannot be used. `next` says what to do. */
  unusable: {
    passUnknown: 'We do not know this invitation',
    passCanceled: 'This invitation was canceled',
    passDeclined: 'You have declined this invitation',
    passUnchecked: 'We cannot check this invitation right now',
  },
  next: {
    passUnknown: 'Compare it with your message. It may be for another building.',
    passCanceled: 'If you are expected anyway, check in without it.',
    passDeclined: 'If you have come after all, check in without it.',
    passUnchecked: 'We cannot reach the server, but you can check in without it.',
  },
};

export type InvitationTexts = typeof invitation;
