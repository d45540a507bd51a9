/** The dialogs that are fetched together, in one file, once somebody does anything on a screen that has one of them. */
export { IntegrationDialog } from './IntegrationDialog.tsx';
export { SynchroniseDialog } from './SynchroniseDialog.tsx';
