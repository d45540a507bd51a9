export const dataRequest = {
  of: 'Export or erase the data of {{name}}',
  title: 'Data of {{name}}',
  export: 'Export data',
  exportHelp: 'Saves all data about this visitor and phone number as a file.',
  exportFailed: 'The data could not be exported. {{problem}}',
  whatGoes:
    'Erasing removes name, company and phone, all visits with this phone number to every tenant, and the messages about them. This happens at once and cannot be undone.',
  isInside: '{{name}} is inside: the visit ends, and the evacuation list no longer shows them.',
  mayBeInside: 'If the visitor is inside now, the visit ends and the evacuation list no longer shows them.',
  erase: 'Erase at once',
  done: 'The visitor is erased.',
};
