export const companies = {
  title: 'Companies',
  company: 'Company',
  noCompanies: 'There are no companies to show',
  noneHelp: 'A company owns a building’s tenants, kiosks and visitors.',
  search: 'Search companies',
  manage: 'Manage',
  manageNamed: 'Manage {{name}}',
  countOf: '{{count}} of {{all}}',
  state: {
    inside: 'Inside now',
    kiosksOffline: 'Kiosks offline',
    failedMessages: 'Messages failed in 24 hours',
    failingDirectories: 'Directories failing',
    licensesUsed: 'Licenses used',
  },
  field: {
    name: 'Name',
  },
  action: {
    leave: 'Leave {{name}}',
    edit: 'Edit {{name}}',
    delete: 'Delete {{name}}',
  },
  creating: {
    open: 'Create company',
    createCompany: 'Create company',
    done: '{{name}} is created.',
  },
  editing: {
    editCompany: 'Edit company',
    done: '{{name}} is saved.',
  },
  leaving: {
    title: 'Leave company',
    sure: 'Leave {{name}}? You lose access to it at once.',
    submit: 'Leave',
    done: 'You have left {{name}}.',
  },
  deleting: {
    title: 'Delete company',
    sure: 'Delete {{name}} with its users, tenants, kiosks and visitors? This cannot be undone.',
    done: '{{name}} is deleted.',
  },
};
