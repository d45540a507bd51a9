/** The head of the file that the audit log is exported to. */
export const auditExport = {
  at: 'When (UTC)',
  userId: 'User',
  userEmail: 'E-mail',
  role: 'Role',
  action: 'What',
  subject: 'Thing',
  subjectId: 'Number',
  companyId: 'Company',
};

/** The head of the file that past visits are exported to. */
export const historyExport = {
  day: 'Day',
  checkedIn: 'In',
  checkedOut: 'Out',
  name: 'Visitor',
  company: 'Company',
  phone: 'Phone',
  tenant: 'Tenant',
  host: 'Host',
};

/** The head of the file that the licences of a folder are exported to. */
export const licenceExport = {
  key: 'Key',
  description: 'Description',
  activationDate: 'Activation date',
  createdAt: 'Import date',
  mac: 'MAC address',
};
