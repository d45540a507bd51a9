export const licenses = {
  title: 'Licenses',
  folders: 'License folders',
  search: 'Search key, description or MAC',
  none: 'There are no license folders yet',
  noneHelp: 'A kiosk needs a license key. Keep keys in folders, for example one for each customer.',
  folder: {
    column: {
      name: 'Folder',
      keys: 'Keys in use',
      created: 'Created',
    },
    used: '{{used}} of {{total}}',
    keysOf: 'Keys of {{name}}',
    field: {
      name: 'Name',
    },
    action: {
      rename: 'Rename {{name}}',
      delete: 'Delete {{name}}',
    },
    creating: {
      open: 'Create folder',
      title: 'Create folder',
      submit: 'Create',
      done: '{{name}} is created.',
    },
    renaming: {
      title: 'Rename folder',
      done: '{{name}} is saved.',
    },
    deleting: {
      title: 'Delete folder',
      sure: 'Delete {{name}}? This cannot be undone.',
      sureWithKeys:
        'Delete {{name}} and its {{number}} keys? Devices that use them lose their license. This cannot be undone.',
      done: '{{name}} is deleted.',
    },
    exporting: {
      open: 'Export',
      failed: '{{name}} could not be exported. {{problem}}',
    },
  },
  key: {
    none: 'There are no keys in this folder',
    noneHelp: 'Each key licenses one device.',
    matching: 'Only keys that match “{{search}}” are shown.',
    column: {
      key: 'Key',
      description: 'Description',
      activated: 'Activation date',
      imported: 'Import date',
      mac: 'MAC address',
    },
    field: {
      description: 'Description',
      amount: 'Amount',
      folder: 'Folder',
    },
    action: {
      copy: 'Copy {{key}}',
      describe: 'Edit the description of {{key}}',
      detach: 'Detach the device from {{key}}',
    },
    copied: '{{key}} is copied.',
    notCopied: 'Copying is not allowed here. Select the key and copy it yourself.',
    adding: {
      open: 'Add keys',
      title: 'Add keys',
      submit: 'Add',
      done: 'Keys added to {{folder}}: {{number}}.',
      unsuccessful:
        'Keys added to {{folder}}: {{number}}. Keys not added: {{unsuccessful}}. A folder holds at most 10,000 keys, and keys must be unique.',
    },
    describing: {
      title: 'Edit description',
      done: 'The description is saved.',
    },
    detaching: {
      title: 'Detach device',
      sure: 'Detach the device {{mac}} from {{key}}? It loses its license, and the key can be used for another device.',
      submit: 'Detach',
      done: '{{key}} is free for another device.',
    },
    selection: {
      label: 'Selected keys',
      selected: 'Keys selected: {{number}}',
      full: 'No more can be selected.',
      page: 'Select this page',
      clear: 'Clear selection',
      delete: 'Delete selected',
    },
    deleting: {
      title: 'Delete keys',
      sure: 'Delete {{number}} selected keys? This cannot be undone.',
      done: 'Keys deleted: {{number}}.',
      gone: 'Some of these keys no longer exist. Nothing was deleted.',
    },
  },
};
