/** The tenants of a company and the employees of each. */
export const tenants = {
  title: 'Tenants',
  one: 'Tenant',
  oneFailed: 'The tenant could not be loaded',
  usersOf: 'Users of {{name}}',
  search: 'Search tenant, employee or e-mail',
  none: 'There are no tenants yet',
  noneHelp: 'Tenants are the organizations in the building. Visitors come to a tenant or to one of its employees.',
  column: {
    name: 'Name',
    employees: 'Employees',
    ownSettings: 'Own settings',
    actions: 'Actions',
  },
  employeeCount: {
    one: '{{number}} employee',
    many: '{{number}} employees',
  },
  integration: {
    google: 'From Google',
    office365: 'From Microsoft 365',
    loopbooking: 'From Loopbooking',
    none: 'Entered by hand',
  },
  actionsOf: 'Actions for {{name}}',
  action: {
    rename: 'Rename',
    deliveryPhones: 'Delivery phones',
    integration: 'Integration',
    synchronise: 'Synchronize',
    logo: 'Logo',
    ownSettings: 'Own settings',
    delete: 'Delete',
  },
  ownSettingsOf: 'Settings of its own for {{name}}',
  visitorsOf: 'Visitors of {{name}}',
  fact: {
    employees: 'Employees',
    ownSettings: 'Own settings',
    deliveryPhones: 'Delivery phones',
  },
  ownSettings: {
    on: 'On',
    off: 'Off: follows the company',
    open: 'Open',
  },
  deliveryPhones: {
    title: 'Delivery phones',
    help: 'These phones get a message when something is delivered for {{name}}.',
    none: 'None',
    edit: 'Edit delivery phones',
    phone: 'Phone {{number}}',
    add: 'Add phone',
    remove: 'Remove {{phone}}',
    done: 'The delivery phones of {{name}} are saved.',
  },
  deleting: {
    title: 'Delete tenant',
    sure: 'Delete {{name}}? Its users can no longer sign in, and its past visits are deleted. This cannot be undone.',
    sureWithEmployees:
      'Delete {{name}} with {{employees}}? Its users can no longer sign in, and its past visits are deleted. This cannot be undone.',
    currentVisits: 'Some employees currently have a visit.',
    done: '{{name}} is deleted.',
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
    title: 'Rename tenant',
    done: 'The tenant is now called {{name}}.',
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
  search: 'Search name or e-mail',
  noneHelp: 'Visitors can choose employees as their host.',
  matching: 'Only employees that match “{{search}}” are shown.',
  fromDirectory: 'From the directory',
  column: {
    name: 'Name',
    phone: 'Phone',
    email: 'E-mail',
  },
  action: {
    edit: 'Edit {{name}}',
    photo: 'Change the photo of {{name}}',
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
