/** What the dialogs say that open from what surrounds every screen. */
export const laterShell = {
  language: {
    help: 'What is not translated yet is shown in English.',
  },
  finder: {
    title: 'A screen, company, tenant or visitor',
    label: 'What to find',
    results: 'What was found',
    nothing: 'Nothing found for “{{search}}”',
    kind: {
      screen: 'Screen',
      company: 'Company',
      tenant: 'Tenant',
      visitor: 'Visitor',
    },
  },
};
