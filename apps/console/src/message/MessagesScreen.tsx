import { searchMinimum } from '@vestibule/contract/values.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../ui/Loaded.tsx';
import { Page } from '../ui/Page.tsx';
import { Pager } from '../ui/list/Pager.tsx';
import { SearchField } from '../ui/list/SearchField.tsx';
import { useListState } from '../ui/list/use-list-state.ts';
import { MessageTable } from './MessageTable.tsx';
import { useMessages } from './use-messages.ts';

/** What was sent to whom, and what became of it: of a company, or of all for a superAdmin. */
export function MessagesScreen({ companyId }: { companyId?: number }) {
  const { t } = useTranslation();
  const list = useListState();
  const messages = useMessages(companyId, list.query);

  return (
    <Page title={t('messages.title')}>
      <SearchField list={list} label={t('messages.search')} minimum={searchMinimum.company} />
      <Loaded query={messages} list={list} empty={{ title: t('messages.none'), help: t('messages.noneHelp') }}>
        {(rows, page) => (
          <>
            <MessageTable messages={rows} withCompany={companyId === undefined} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
