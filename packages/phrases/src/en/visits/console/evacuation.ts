/** The roll call of an evacuation. */
export const evacuation = {
  title: 'Roll call',
  none: 'No roll call is under way',
  noneHelp:
    'It lists everyone inside, by tenant, for you to tick who is safe. Everybody who opens it here sees the same ticks.',
  start: 'Start roll call',
  end: 'End roll call',
  ending: {
    title: 'End roll call',
    sure: 'The roll call ends on every device, and who was ticked is forgotten.',
  },
  failed: 'The roll call could not be loaded',
  offline: 'You are offline. This is the list as it was last seen. Keep this page open.',
  waiting_one: '{{count}} tick will be sent when the network is back.',
  waiting_other: '{{count}} ticks will be sent when the network is back.',
  missing_one: '{{count}} missing',
  missing_other: '{{count}} missing',
  safe_one: '{{count}} safe',
  safe_other: '{{count}} safe',
  hideSafe: 'Hide who is safe',
  showSafe: 'Show who is safe',
  nobody: 'Nobody is inside.',
  ofTenant: '{{safe}} of {{all}} safe',
  withHost: '{{company}}, visiting {{host}}',
  call: 'Call {{name}}',
};
