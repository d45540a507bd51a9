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
