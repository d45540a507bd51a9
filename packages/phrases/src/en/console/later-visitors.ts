/** What is said about visitors in dialogs, which come after the first load. */
export const laterVisitors = {
  refused: {
    title: 'Refused at the kiosks',
    help: 'Somebody did this at a kiosk that was offline. When the kiosk could pass it on, it could no longer be done.',
    none: 'There is nothing left to deal with.',
    checkIn: 'Check-in at {{tenant}}',
    checkOut: 'Check-out',
    place: '{{when}}, {{kiosk}}',
    dismiss: 'Done',
    dismissOne: 'Done: {{what}}, {{when}}',
    dismissAll: 'All of these are done',
    more_one: 'And {{count}} more.',
    more_other: 'And {{count}} more.',
  },
  selection: {
    conflicts: 'Not checked in',
    conflictsHelp: 'These visitors were left out. The others are checked in.',
    reason: 'Reason',
  },
  badge: {
    title: 'Badges',
    paper: 'Paper of {{width}} × {{height}} mm. In the print dialog choose this size, without margins.',
    print: 'Print',
  },
  checkingOut: {
    title: 'Check out',
    sureToCheckoutVisitor: 'Check out {{name}}?',
    submit: 'Check out',
  },
  field: {
    phone: 'Phone',
    name: 'Name',
    companyName: 'Company',
    shouldSaveData: 'Save name and company for the next visit',
    shouldSaveDataNoEffect: 'No effect here: this tenant keeps nothing of visitors after their check-out.',
    optOut:
      'When the visitor leaves, their visits are removed from this tenant’s history, and the tenant no longer keeps name and company.',
    tenant: 'Tenant',
    employee: 'Employee',
    employeeHelp: 'Optional. Without one, the visit is to the tenant.',
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
      'This visitor has asked not to be stored. Unless you tick the box below, name, company and the visits to this tenant will be removed at check-out.',
    lookupFailed: 'The number could not be looked up. You can go on without.',
    scannedMeanwhile: 'Finish this registration, then scan again.',
  },
  editing: {
    title: 'Edit visitor',
    done: '{{name}} is saved.',
  },
  checkInNowhere: 'Check-in at a tenant that is deleted',
  deleting: {
    title: 'Delete visitor',
    sureToDeleteVisitor:
      'Delete {{name}}? Past visits stay in the history of each tenant until its settings remove them. This cannot be undone.',
    sureToDeleteOfTenant: 'Delete {{name}} and all visits to this tenant? This cannot be undone.',
    done: '{{name}} is deleted.',
  },
};
