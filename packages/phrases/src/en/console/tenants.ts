/** The tenants of a company and the employees of each. */
export const tenants = {
  title: 'Tenants',
  usersOf: 'Users of {{name}}',
  search: 'Search tenant, employee or e-mail',
  none: 'There are no tenants yet',
  noneHelp: 'Tenants are the organisations in the building. Visitors are checked in to them and to their employees.',
  column: {
    name: 'Name',
    employees: 'Employees',
  },
  employeeCount: {
    one: '{{number}} employee',
    many: '{{number}} employees',
  },
  field: {
    name: 'Name',
  },
  adding: {
    open: 'Add tenant',
    title: 'Add tenant',
    submit: 'Add',
    done: '{{name}} is added.',
  },
  renaming: {
    open: 'Rename {{name}}',
    label: 'Name of the tenant',
    save: 'Save the name',
    cancel: 'Keep the old name',
  },
};

/** The employees of a tenant. */
export const employees = {
  label: 'Employees of {{tenant}}',
  none: 'There are no employees yet',
  noneHelp: 'Employees can be chosen as the one that a visitor comes to see.',
  matching: 'Only employees that match “{{search}}” are shown.',
  fromDirectory: 'From the directory',
  column: {
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
  },
  action: {
    edit: 'Edit {{name}}',
    delete: 'Delete {{name}}',
    editSynchronised: 'Edit {{name}}: comes from the directory and is changed there',
    deleteSynchronised: 'Delete {{name}}: comes from the directory and is removed there',
  },
  field: {
    name: 'Name',
    email: 'E-mail',
    phone: 'Phone',
    help: 'An e-mail address or a phone number is needed.',
  },
  adding: {
    open: 'Add employee',
    title: 'Add employee to {{tenant}}',
    done: '{{name}} is added.',
  },
  editing: {
    title: 'Edit employee',
    done: '{{name}} is saved.',
  },
  deleting: {
    title: 'Delete employee',
    sure: 'Delete {{name}} from {{tenant}}? This cannot be undone.',
    done: '{{name}} is deleted.',
  },
};
