export const visitorPanel = {
  previous: 'Previous visitor',
  next: 'Next visitor',
  visit: 'This visit',
  checkedIn: 'Checked in',
  notHere: 'Not inside, not expected',
  messages: 'Messages',
  earlier: 'Earlier visits',
  noEarlier: 'No earlier visits are stored.',
  edit: 'Edit',
  export: 'Export data',
  erase: 'Erase data',
};
