import type { License, LicenseFolder } from '@vestibule/contract/kiosks/license.ts';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import type { PageQuery } from '../../ui/list/use-list-state.ts';
import type { Selection } from '../../ui/list/use-selection.ts';
import type { Shortfall } from './ShortfallNotice.tsx';

const AddKeysDialog = lazyDialog(async () => (await import('./dialogs.tsx')).AddKeysDialog);
const CreateFolderDialog = lazyDialog(async () => (await import('./dialogs.tsx')).CreateFolderDialog);
const DeleteFolderDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteFolderDialog);
const DeleteKeysDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DeleteKeysDialog);
const DescribeDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DescribeDialog);
const DetachDialog = lazyDialog(async () => (await import('./dialogs.tsx')).DetachDialog);
const RenameFolderDialog = lazyDialog(async () => (await import('./dialogs.tsx')).RenameFolderDialog);

export type LicenseAct =
  | { kind: 'createFolder' | 'deleteKeys' }
  | { kind: 'renameFolder' | 'deleteFolder'; folder: LicenseFolder }
  /** Null: the user chooses the folder in the dialog. */
  | { kind: 'addKeys'; folder: LicenseFolder | null }
  | { kind: 'describe' | 'detach'; license: License };

interface LicenseDialogsProps extends TargetDialog<LicenseAct> {
  selection: Selection;
  onShortfall: (shortfall: Shortfall) => void;
  query: PageQuery;
}

/** Rendered beside the tables, so that a dialog survives its row. */
export function LicenseDialogs({ target: act, opened, onClose, selection, onShortfall, query }: LicenseDialogsProps) {
  const dialog = (kind: LicenseAct['kind']) => ({ opened: opened && act?.kind === kind, onClose });
  const folder = act && 'folder' in act ? act.folder : null;
  const license = act && 'license' in act ? act.license : null;
  return (
    <>
      <CreateFolderDialog {...dialog('createFolder')} />
      <RenameFolderDialog {...dialog('renameFolder')} target={folder} />
      <DeleteFolderDialog {...dialog('deleteFolder')} target={folder} onDeleted={selection.clearGroup} />
      <AddKeysDialog key={folder?.id} {...dialog('addKeys')} target={folder} onShortfall={onShortfall} />
      <DeleteKeysDialog {...dialog('deleteKeys')} selection={selection} query={query} />
      <DescribeDialog {...dialog('describe')} target={license} />
      <DetachDialog {...dialog('detach')} target={license} />
    </>
  );
}
