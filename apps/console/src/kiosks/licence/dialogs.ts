/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { AddKeysDialog } from './AddKeysDialog.tsx';
export { CreateFolderDialog } from './CreateFolderDialog.tsx';
export { DeleteFolderDialog } from './DeleteFolderDialog.tsx';
export { DeleteKeysDialog } from './DeleteKeysDialog.tsx';
export { DescribeDialog } from './DescribeDialog.tsx';
export { DetachDialog } from './DetachDialog.tsx';
export { RenameFolderDialog } from './RenameFolderDialog.tsx';
