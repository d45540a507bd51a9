import { maxMessagesAgain, type Message } from '@vestibule/contract/visits/message.ts';
import { messageStates } from '@vestibule/contract/platform/message-words.ts';
import { searchMinimum } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Checkbox } from '@vestibule/ui/Checkbox.tsx';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { ServiceNotice } from '../../ui/ServiceNotice.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import { SearchField } from '../../ui/list/SearchField.tsx';
import { SelectionBar } from '../../ui/list/SelectionBar.tsx';
import { type Selection, useSelection } from '../../ui/list/use-selection.ts';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { useListState } from '../../ui/list/use-list-state.ts';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { MessageTable } from './MessageTable.tsx';
import classes from './MessageTable.module.css';
import { useMessages, useRetryMessages } from './use-messages.ts';

/** Lists messages of one company, or all for a superAdmin. */
export function MessagesScreen({ companyId }: { companyId?: number }) {
  const { t } = useTranslation();
  const list = useListState(['all', ...messageStates]);
  const selection = useSelection(maxMessagesAgain);
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
        <Button
          variant="secondary"
          aria-pressed={list.tab === 'failed'}
          onClick={() => list.setTab(list.tab === 'failed' ? 'all' : 'failed')}
        >
          {t('messages.state.failed')}
        </Button>
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
            <SelectFailed messages={rows} selection={selection} />
            <MessageTable messages={rows} withCompany={companyId === undefined} selection={selection} />
            <Pager list={list} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
      <SendAgainBar selection={selection} />
    </Page>
  );
}

interface SelectionProps {
  selection: Selection;
}

function SelectFailed({ messages, selection }: SelectionProps & { messages: readonly Message[] }) {
  const { t } = useTranslation();
  const rows = messages.filter(({ canRetry }) => canRetry).map(({ id }) => ({ id, group: 0 }));
  if (rows.length < 2) return null;
  const isAll = rows.every(({ id }) => selection.ids.has(id));
  return (
    <Checkbox
      label={t('messages.selection.page')}
      isChecked={isAll}
      isDisabled={!isAll && selection.isFull}
      onChange={() => (isAll ? selection.forget(new Set(rows.map(({ id }) => id))) : selection.add(rows))}
    />
  );
}

function SendAgainBar({ selection }: SelectionProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { mutateAsync, isPending } = useRetryMessages();
  if (selection.ids.size === 0) return null;
  const send = () =>
    mutateAsync([...selection.ids]).then(
      ({ queued, held, conflicts }) => {
        selection.clear();
        const results = [
          t('messages.selection.queued', { count: queued.length }),
          held.length > 0 && t('messages.selection.held', { count: held.length }),
          conflicts.length > 0 && t('messages.selection.notSent', { count: conflicts.length }),
        ];
        toast(results.filter(Boolean).join(' '));
      },
      (error: unknown) => toast(problemText(error)),
    );
  return (
    <SelectionBar
      label={t('messages.selection.label')}
      selected={t('messages.selection.selected', { count: selection.ids.size })}
      full={t('messages.selection.full')}
      clearLabel={t('messages.selection.clear')}
      selection={selection}
      isBusy={isPending}
    >
      <Button size="small" onClick={() => void send()} loading={isPending} once>
        {t('messages.selection.send')}
      </Button>
    </SelectionBar>
  );
}
