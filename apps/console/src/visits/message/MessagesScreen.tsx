import { messageStates } from '@vestibule/contract/platform/message-words.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { useListState } from '../../ui/list/use-list-state.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { MessageTable } from './MessageTable.tsx';
import classes from './MessageTable.module.css';
import { useMessages } from './use-messages.ts';

/** Lists messages with recipient and delivery status: of one company, or all for a superAdmin. */
export function MessagesScreen({ companyId }: { companyId?: number }) {
  const { t } = useTranslation();
  const list = useListState(['all', ...messageStates]);
  const state = list.tab === 'all' ? undefined : list.tab;
  const messages = useMessages(companyId, list.query, state);
  const empty =
    state === undefined
      ? { title: t('messages.none'), help: t('messages.noneHelp') }
      : { title: t('messages.noneOfState'), help: t('messages.noneOfStateHelp') };

  return (
    <Page title={t('messages.title')}>
      <ServiceNotice />
      <div className={classes.tools}>
        <div className={classes.search}>
          <SearchField list={list} label={t('messages.search')} minimum={searchMinimum.company} />
        </div>
        <div className={classes.filter}>
          <SelectInput
            label={t('messages.filter')}
            value={list.tab}
            onChange={({ currentTarget }) =>
              list.setTab(messageStates.find((each) => each === currentTarget.value) ?? 'all')
            }
          >
            <option value="all">{t('messages.allStates')}</option>
            {messageStates.map((each) => (
              <option key={each} value={each}>
                {t(`messages.state.${each}`)}
              </option>
            ))}
          </SelectInput>
        </div>
      </div>
      <Loaded query={messages} list={list} empty={empty}>
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
