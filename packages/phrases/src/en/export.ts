/** The head of the file that the licences of a folder are exported to. */
export const licenceExport = {
  key: 'Key',
  description: 'Description',
  activationDate: 'Activation date',
  createdAt: 'Import date',
  mac: 'MAC address',
};
