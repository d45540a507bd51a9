/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { FinderDialog } from './FinderDialog.tsx';
export { RailDrawer } from './RailDrawer.tsx';
