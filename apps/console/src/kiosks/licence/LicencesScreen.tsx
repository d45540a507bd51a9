import { licenceLimits } from '@vestibule/contract/kiosks/licence.ts';
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
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { FolderTable } from './FolderTable.tsx';
import { type LicenceAct, LicenceDialogs } from './LicenceDialogs.tsx';
import { type Shortfall, ShortfallNotice } from './ShortfallNotice.tsx';
import { useFolders } from './use-licences.ts';

export function LicencesScreen() {
  const { t } = useTranslation();
  const list = useListState();
  const folders = useFolders(list.query);
  const selection = useSelection(licenceLimits.deleted);
  const act = useTarget<LicenceAct>();
  const [shortfall, setShortfall] = useState<Shortfall | null>(null);
  const createFolder = () => act.open({ kind: 'createFolder' });
  useShortcut('n', t('licences.folder.creating.open'), createFolder);

  const createButton = <Button onClick={createFolder}>{t('licences.folder.creating.open')}</Button>;
  // An empty search result does not mean that there are no folders.
  const hasFolders = list.search !== '' || (folders.data?.rows.length ?? 0) > 0;

  return (
    <Page
      title={t('licences.title')}
      actions={
        <>
          {hasFolders && (
            <Button variant="secondary" onClick={() => act.open({ kind: 'addKeys', folder: null })}>
              {t('licences.key.adding.open')}
            </Button>
          )}
          {createButton}
        </>
      }
    >
      {shortfall && <ShortfallNotice shortfall={shortfall} onClose={() => setShortfall(null)} />}
      <SearchField list={list} label={t('licences.search')} minimum={searchMinimum.system} />
      <Loaded
        query={folders}
        list={list}
        empty={{ title: t('licences.none'), help: t('licences.noneHelp'), action: createButton }}
      >
        {(rows, page) => (
          <>
            <FolderTable folders={rows} list={list} selection={selection} onAct={act.open} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      {selection.ids.size > 0 && (
        <LicenceSelectionBar selection={selection} onDelete={() => act.open({ kind: 'deleteKeys' })} />
      )}
      <LicenceDialogs {...act.dialog} selection={selection} onShortfall={setShortfall} query={list.query} />
    </Page>
  );
}

interface LicenceSelectionBarProps {
  selection: Selection;
  onDelete: () => void;
}

/** The keys selected on all pages and in all folders. */
function LicenceSelectionBar({ selection, onDelete }: LicenceSelectionBarProps) {
  const { t } = useTranslation();
  return (
    <SelectionBar
      label={t('licences.key.selection.label')}
      selected={t('licences.key.selection.selected', { number: selection.ids.size })}
      full={t('licences.key.selection.full')}
      clearLabel={t('licences.key.selection.clear')}
      selection={selection}
    >
      <Button variant="danger" size="small" onClick={onDelete}>
        {t('licences.key.selection.delete')}
      </Button>
    </SelectionBar>
  );
}
