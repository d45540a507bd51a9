/** The lists of users: of the system, a partner, a company, a tenant. */
export const users = {
  title: 'Users',
  none: 'There are no users yet',
  noneHelp: 'Users sign in here. Invite the first by e-mail.',
  search: 'Search users',
  self: '(you)',
  column: {
    email: 'E-mail',
    role: 'Role',
    status: 'Status',
  },
  role: {
    superAdmin: 'Super admin',
    partner: 'Partner',
    company: 'Company admin',
    reception: 'Reception',
    tenant: 'Tenant',
  },
  status: {
    invited: 'Invited',
    active: 'Active',
  },
  twoSteps: 'Active, two-step sign-in',
  field: {
    email: 'E-mail',
    emailHelp: 'A link for setting a password is sent there.',
    isReception: 'Reception',
    isReceptionHelp: 'Registers visitors, and manages nothing else. If not ticked, the user is a company admin.',
  },
  action: {
    inviteAgain: 'Invite {{email}} again',
    delete: 'Delete {{email}}',
    reset: 'Remove the second step of {{email}}',
  },
  inviting: {
    open: 'Add user',
    title: 'Add user',
    submit: 'Invite',
    done: '{{email}} is invited. A message with a link was sent.',
    again: 'We sent a new link to {{email}}. The old link no longer works.',
  },
  deleting: {
    title: 'Delete user',
    sure: 'Delete {{email}}? The account is removed and signed out at once. This cannot be undone.',
    sureInvited: 'Delete {{email}}? The link in the invitation stops working.',
    done: '{{email}} is deleted.',
  },
  resetting: {
    title: 'Remove second step',
    submit: 'Remove',
    sure: 'Remove the second step of {{email}}? Do this when they have lost their app and their recovery codes, and you are sure that the request comes from them. They are signed out, and the password alone signs them in until they set it up again.',
    done: 'The second step of {{email}} is removed.',
  },
  notifications: {
    open: 'Notification e-mails',
    title: 'Notification e-mails',
    help: 'These addresses get a message when a kiosk goes offline and when it is back.',
    address: 'Address {{number}}',
    add: 'Add address',
    remove: 'Remove address {{email}}',
    done: 'The notification e-mails are saved.',
  },
};
