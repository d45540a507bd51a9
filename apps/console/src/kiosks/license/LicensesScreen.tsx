import { licenseLimits } from '@vestibule/contract/kiosks/license.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { type Selection, useSelection } from '../../ui/list/use-selection.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { FolderTable } from './FolderTable.tsx';
import { type LicenseAct, LicenseDialogs } from './LicenseDialogs.tsx';
import { type Shortfall, ShortfallNotice } from './ShortfallNotice.tsx';
import { useFolders } from './use-licenses.ts';

export function LicensesScreen() {
  const { t } = useTranslation();
  const list = useListState();
  const folders = useFolders(list.query);
  const selection = useSelection(licenseLimits.deleted);
  const act = useTarget<LicenseAct>();
  const [shortfall, setShortfall] = useState<Shortfall | null>(null);
  const createFolder = () => act.open({ kind: 'createFolder' });
  useShortcut('n', t('licenses.folder.creating.open'), createFolder);

  const createButton = <Button onClick={createFolder}>{t('licenses.folder.creating.open')}</Button>;
  // An empty search result does not mean that there are no folders. While they load, the button keeps its place.
  const hasFolders = list.search !== '' || folders.data?.rows.length !== 0;

  return (
    <Page
      title={t('licenses.title')}
      actions={
        <>
          {hasFolders && (
            <Button variant="secondary" onClick={() => act.open({ kind: 'addKeys', folder: null })}>
              {t('licenses.key.adding.open')}
            </Button>
          )}
          {createButton}
        </>
      }
    >
      {shortfall && <ShortfallNotice shortfall={shortfall} onClose={() => setShortfall(null)} />}
      <SearchField list={list} label={t('licenses.search')} minimum={searchMinimum.system} />
      <Loaded
        query={folders}
        list={list}
        empty={{ title: t('licenses.none'), help: t('licenses.noneHelp'), action: createButton }}
      >
        {(rows, page) => (
          <>
            <FolderTable folders={rows} list={list} selection={selection} onAct={act.open} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      {selection.ids.size > 0 && (
        <LicenseSelectionBar selection={selection} onDelete={() => act.open({ kind: 'deleteKeys' })} />
      )}
      <LicenseDialogs {...act.dialog} selection={selection} onShortfall={setShortfall} query={list.query} />
    </Page>
  );
}

interface LicenseSelectionBarProps {
  selection: Selection;
  onDelete: () => void;
}

function LicenseSelectionBar({ selection, onDelete }: LicenseSelectionBarProps) {
  const { t } = useTranslation();
  return (
    <SelectionBar
      label={t('licenses.key.selection.label')}
      selected={t('licenses.key.selection.selected', { number: selection.ids.size })}
      full={t('licenses.key.selection.full')}
      clearLabel={t('licenses.key.selection.clear')}
      selection={selection}
    >
      <Button variant="danger" size="small" onClick={onDelete}>
        {t('licenses.key.selection.delete')}
      </Button>
    </SelectionBar>
  );
}
