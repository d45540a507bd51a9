export const images = {
  upload: {
    logo: 'Drop a logo here',
    background: 'Drop a background here',
    photo: 'Drop a photo here',
  },
  advice: {
    logo: 'Best as a transparent PNG of 640x230. At most 1000 Kb.',
    background: 'Best as a PNG or JPG of 1280x800. At most 1000 Kb.',
    photo: 'Best as a PNG or JPG of 1280x800. At most 1000 Kb.',
  },
  uploading: 'Uploading …',
  uploaded: '{{name}} was uploaded.',
  label: 'Pictures to choose from',
  none: 'There are no pictures yet.',
  howToChoose: 'Click a picture to choose it. Click again to clear it.',
  more: 'Show more',
  delete: {
    open: 'Delete {{name}}',
    question: 'Delete {{name}}? This cannot be undone.',
    confirm: 'Delete picture',
    keep: 'Keep it',
    inUse: 'This picture is in use and cannot be deleted: {{places}}.',
  },
  logo: { title: 'Logo of {{name}}', done: 'The logo of {{name}} is changed.' },
  photo: { title: 'Photo of {{name}}', done: 'The photo of {{name}} is changed.' },
};
