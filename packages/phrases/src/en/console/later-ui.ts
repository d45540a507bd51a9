/** What the console's own components say in dialogs and on the screens that come after the first load. */
export const laterUi = {
  button: {
    cancel: 'Cancel',
    ok: 'OK',
    save: 'Save',
    delete: 'Delete',
  },
  form: {
    unsaved: 'There are unsaved changes.',
    undo: 'Undo changes',
    star: '* Required',
    discardTitle: 'Discard your changes?',
    discardText: 'What you typed is not saved yet.',
    discard: 'Discard',
    keepEditing: 'Keep editing',
    phoneUnderstood: 'Understood as {{phone}}',
    typeToConfirm: 'Type "{{word}}" to confirm',
  },
  dropZone: {
    choose: 'Choose a file',
    fileType: 'File type must be {{types}}',
    fileSize: 'File is larger than {{bytes}} bytes',
    tooManyFiles: 'Too many files',
  },
  select: {
    placeholder: 'Select...',
    nothing: 'No options',
  },
  days: { from: 'From day', to: 'To day' },
  meanwhile: {
    now: 'It now says “{{current}}”.',
    empty: 'It is empty now.',
    replace: 'Save again to replace that.',
    take: 'Leave it like that',
    changed: 'They changed: {{fields}}.',
    alsoHere: 'You changed as well, and saving again replaces theirs: {{fields}}.',
  },
  shortcut: {
    title: 'Keyboard shortcuts',
    close: 'Close a dialog',
    escape: 'Esc',
  },
};
