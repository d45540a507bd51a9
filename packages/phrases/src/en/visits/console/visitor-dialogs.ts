import { visitors as list } from './visitors.ts';

/** The texts of the list, and those of its dialogs, which load later. */
export const visitors = {
  ...list,
  refused: {
    ...list.refused,
    title: 'Refused at the kiosks',
    help: 'A visitor did this at an offline kiosk. When the kiosk sent it later, it was no longer possible.',
    none: 'Nothing left to review.',
    checkIn: 'Check-in at {{tenant}}',
    checkOut: 'Check-out',
    place: '{{when}}, {{kiosk}}',
    dismiss: 'Done',
    dismissOne: 'Done: {{what}}, {{when}}',
    dismissAll: 'All of these are done',
    more_one: 'And {{count}} more.',
    more_other: 'And {{count}} more.',
  },
  badge: {
    none: 'There is no badge to print.',
    title: 'Badges',
    paper: 'Paper of {{width}} × {{height}} mm. In the print dialog choose this size, without margins.',
    print: 'Print',
  },
  field: {
    phone: 'Phone',
    name: 'Name',
    companyName: 'Company',
    shouldSaveData: 'Remember this visitor',
    shouldSaveDataNoEffect: 'No effect here: this tenant deletes visitor data at check-out.',
    optOut: 'At check-out, the visits to this tenant and the remembered name and company are deleted.',
    tenant: 'Tenant',
    employee: 'Employee',
    employeeHelp: 'Leave empty if they visit the tenant as a whole.',
    mainBadge: 'Print badge',
    parkingBadge: 'Print parking badge',
  },
  registering: {
    title: 'Register visitor',
    submit: 'Check in',
    done: '{{name}} is checked in.',
    notFound: "Visitor with this phone number wasn't found.",
    known: 'Known: name and company are filled in.',
    storageStopped:
      'This visitor asked not to be remembered. Unless you tick the box below, name, company and visits to this tenant are deleted at check-out.',
    lookupFailed: 'The number could not be looked up. You can continue.',
    scannedTooSoon: 'Finish this registration, then scan again.',
  },
  editing: {
    title: 'Edit visitor',
    done: '{{name}} is saved.',
  },
  deleting: {
    title: 'Delete visitor',
    sureToDeleteVisitor:
      'Delete {{name}}? Past visits stay in the history of each tenant until its settings remove them. This cannot be undone.',
    sureToDeleteOfTenant: 'Delete {{name}} and all visits to this tenant? This cannot be undone.',
    done: '{{name}} is deleted.',
  },
  checkInNowhere: 'Check-in at a tenant that is deleted',
};
