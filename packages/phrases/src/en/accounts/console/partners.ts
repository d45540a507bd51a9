export const partners = {
  title: 'Partners',
  none: 'There are no partners yet',
  noneHelp: 'A partner supports companies. Its code adds it to a company.',
  noneOfCompanyHelp: 'Add a partner by the code that it gives you.',
  search: 'Search partners',
  column: {
    name: 'Name',
    code: 'Code',
  },
  field: {
    name: 'Name',
    code: 'Partner code',
    codeHelp: '8 letters and digits. Spaces and dashes do not matter.',
  },
  manage: 'Manage',
  manageNamed: 'Manage {{name}}',
  action: {
    edit: 'Edit {{name}}',
    unassign: 'Unassign {{name}}',
    delete: 'Delete {{name}}',
    copy: 'Copy the code of {{name}}',
  },
  copied: 'The code {{code}} is copied.',
  notCopied: 'The code could not be copied.',
  creating: {
    open: 'Create partner',
    title: 'Create partner',
    done: '{{name}} is created. Its code is {{code}}.',
  },
  adding: {
    open: 'Add partner',
    title: 'Add partner by code',
    submit: 'Add',
    done: '{{name}} now supports this company.',
  },
  editing: {
    title: 'Edit partner',
    done: '{{name}} is saved.',
  },
  unassigning: {
    title: 'Unassign partner',
    sure: 'Unassign {{name}}? Its people lose access to this company at once.',
    submit: 'Unassign',
    done: '{{name}} is unassigned.',
  },
  deleting: {
    title: 'Delete partner',
    sure: 'Delete {{name}} with its users? Its companies stay, without it. This cannot be undone.',
    done: '{{name}} is deleted.',
  },
};
