/** What surrounds every screen: rail, user menu, banners, and the pages for what is not there. */
export const shell = {
  product: 'Vestibule',
  skip: 'Skip to content',
  navigation: 'Main navigation',
  openNavigation: 'Open navigation',
  closeNavigation: 'Close navigation',
  userMenu: 'Menu of {{name}}',
  userNumber: 'Your number',
  language: {
    title: 'Language',
    help: 'What is not translated yet is shown in English.',
  },
  colorScheme: {
    title: 'Appearance',
    auto: 'As the system',
    light: 'Light',
    dark: 'Dark',
  },
  logOut: 'Log out',
  allCompanies: 'All companies',
  offline: 'You are offline. What you see may be out of date.',
  notLive: 'Not live right now. Trying again.',
  unreachable: 'The service cannot be reached',
  link: {
    companies: 'Companies',
    licenses: 'Licenses',
    messages: 'Messages',
    partners: 'Partners',
    tenants: 'Tenants',
    visitors: 'Visitors',
  },
  notFound: {
    code: '404',
    title: 'Something went wrong',
    text: 'There is no page at this address, or it is not one of yours.',
    back: 'Back to homepage',
  },
  crash: {
    title: 'Unexpected Application Error!',
    text: 'This screen stopped working. Reload it; what was saved is safe.',
  },
};
