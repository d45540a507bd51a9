export const licenseExport = {
  key: 'Key',
  description: 'Description',
  activationDate: 'Activation date',
  createdAt: 'Import date',
  mac: 'MAC address',
};
