/** What the console's own components say on the way to the visitors and among them. */
export const ui = {
  button: {
    close: 'Close',
    tryAgain: 'Try again',
    reload: 'Reload',
  },
  form: {
    showPassword: 'Show password',
    hidePassword: 'Hide password',
  },
  release: {
    saveFirst: 'This part could not be loaded. Save what you typed, then reload the page.',
  },
  list: {
    loading: 'Loading',
    failed: 'This list could not be loaded',
    found: '{{number}} found',
    noMatch: 'Nothing found for “{{search}}”',
    noMatchHelp: 'Check the spelling, or look at the whole list.',
    clearSearch: 'Clear search',
    noSuchPlace: 'This address leads nowhere in the list',
    noSuchPlaceHelp: 'It may have been changed or cut off on the way. Start from the whole list.',
    startOver: 'Start over',
    stale: 'This list may be out of date. Trying again.',
    actions: 'Actions',
    open: 'Open',
  },
  search: {
    minimum: 'Type at least {{count}} characters',
    clear: 'Clear search',
  },
  pager: {
    label: 'Pages',
    first: 'First page',
    previous: 'Previous page',
    next: 'Next page',
    size: 'Rows per page',
    range: '{{from}}–{{to}} of {{total}}',
  },
  problem: {
    network: 'No connection. Nothing was lost: try again when you are back online.',
    '400': 'Please check the marked fields.',
    '401': 'Please sign in.',
    '403': 'You may not do this.',
    '404': 'This was not found. It may have been removed.',
    '409': 'Somebody changed this in the meantime. Load it again and repeat your change.',
    '423': 'This is blocked for now. Please try again later.',
    '429': 'Too many requests. Please wait a moment.',
    '5xx': 'Something went wrong on our side. Please try again in a moment.',
    other: 'Something went wrong.',
    requestId: 'Request {{requestId}}',
  },
  shortcut: {
    help: 'Show the shortcuts',
    search: 'Search',
  },
};
