/** The column titles of the exported license keys of a folder. */
export const licenceExport = {
  key: 'Key',
  description: 'Description',
  activationDate: 'Activation date',
  createdAt: 'Import date',
  mac: 'MAC address',
};
