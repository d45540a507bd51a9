/** The lists of companies. */
export const companies = {
  title: 'Companies',
  company: 'Company',
  none: 'There are no companies to show',
  noneHelp: 'Companies appear here as soon as they are attached to you.',
  search: 'Search companies',
  manage: 'Manage',
  manageNamed: 'Manage {{name}}',
};
