import { useMutation, useQuery } from '@tanstack/react-query';
import { chooseHost, type HostChoice, listHostChoices } from '@vestibule/contract/visits/host.ts';
import { call } from '@vestibule/web/call.ts';
import { queryOf } from '@vestibule/web/query.ts';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { dateLocale } from '../../ui/time.ts';
import { ChoiceList } from './ChoiceList.tsx';
import classes from './host.module.css';
import { MyVisitors } from './MyVisitors.tsx';
import { useEnterAsHost, useHost } from './use-host.ts';

/** The screens of hosts in the console, for a user whose e-mail address an employee has. In English, like the console. */
export function MyVisitorsScreen() {
  const { t } = useTranslation();
  const host = useHost();
  const { data: me } = host;
  if (me) {
    return (
      <div className={classes.inConsole}>
        <MyVisitors key={me.employee.id} me={me} locale={dateLocale} />
      </div>
    );
  }
  if (me === null) return <ChooseHost />;
  return (
    <Page title={t('my.title')}>
      <Loaded query={{ ...host, data: undefined }} empty={{ title: '' }}>
        {() => null}
      </Loaded>
    </Page>
  );
}

/** Several tenants can have an employee with the address of the user. */
function ChooseHost() {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const choices = useQuery(queryOf(listHostChoices));
  const enter = useEnterAsHost();
  const choose = useMutation({
    mutationFn: (employeeId: number) => call(chooseHost, { body: { employeeId } }),
    onSuccess: enter,
  });
  return (
    <Page title={t('my.title')}>
      <Loaded
        query={{ ...choices, data: choices.data && { rows: choices.data, page: null } }}
        failed={t('my.failed')}
        empty={{ title: t('my.notHost'), help: t('my.notHostHelp') }}
      >
        {(rows: readonly HostChoice[]) => (
          <>
            <h2>{t('my.link.chooseTitle')}</h2>
            {choose.error && <Notice kind="problem">{problemText(choose.error)}</Notice>}
            <ChoiceList choices={rows} isBusy={choose.isPending} onChoose={choose.mutate} />
          </>
        )}
      </Loaded>
    </Page>
  );
}
