/** What is kept about a visitor, for somebody who asks. */
export const dataRequest = {
  title: 'Data of {{name}}',
  export: 'Export data',
  exportHelp: 'Everything that is kept, as a file for the one who asks.',
  exportFailed: 'The data could not be exported. {{problem}}',
  whatGoes:
    'Erasing removes name, company and phone, every visit, past and present, and the messages about them, at once and whatever the settings say. It cannot be undone.',
  isInside: '{{name}} is inside: the visit ends, and the evacuation list does not show them any more.',
  erase: 'Erase at once',
  done: 'The visitor is erased.',
};
