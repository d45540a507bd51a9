import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { useShortcut } from '../../ui/keyboard/shortcuts.ts';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { administerPartner, manageColumn } from './partner-rows.tsx';
import { type PartnerAct, PartnerDialogs } from './PartnerDialogs.tsx';
import { PartnerTable } from './PartnerTable.tsx';
import { useAllPartners } from './use-partners.ts';

const CreatePartnerDialog = lazyDialog(async () => (await import('./dialogs.tsx')).CreatePartnerDialog);

export function PartnersScreen() {
  const { t } = useTranslation();
  const list = useListState();
  const partners = useAllPartners(list.query);
  const act = useTarget<PartnerAct>();
  const [creating, setCreating] = useState(false);
  const create = () => setCreating(true);
  useShortcut('n', t('partners.creating.open'), create);
  const createButton = <Button onClick={create}>{t('partners.creating.open')}</Button>;

  return (
    <Page title={t('partners.title')} actions={createButton}>
      <SearchField list={list} label={t('partners.search')} minimum={searchMinimum.system} />
      <Loaded
        query={partners}
        list={list}
        empty={{ title: t('partners.none'), help: t('partners.noneHelp'), action: createButton }}
      >
        {(rows, page) => (
          <>
            <PartnerTable
              partners={rows}
              rowActions={(partner) => Object.values(administerPartner(t, partner, act.open))}
              further={[manageColumn(t)]}
            />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <CreatePartnerDialog opened={creating} onClose={() => setCreating(false)} />
      <PartnerDialogs {...act.dialog} />
    </Page>
  );
}
