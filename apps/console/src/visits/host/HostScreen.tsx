import type { HostMe } from '@vestibule/contract/visits/host.ts';
import { Building2, Languages, LogOut, MonitorSmartphone } from '@vestibule/ui/icons.tsx';
import { initialsOf } from '@vestibule/contract/platform/initials.ts';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { LanguageDialog, SessionsDialog } from '../../accounts/session/use-session-dialogs.ts';
import { MenuButton } from '../../ui/MenuButton.tsx';
import { reportUnlessOfCall, useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import { InvitePage } from '../invitation/use-invite-page.ts';
import classes from './host.module.css';
import { MyVisitors } from './MyVisitors.tsx';
import { useLogOutHost } from './use-host.ts';
import { useHostLocale } from './use-host-texts.ts';

interface HostScreenProps {
  me: HostMe;
  page: 'visitors' | 'invite';
}

export function HostScreen({ me, page }: HostScreenProps) {
  const { t } = useTranslation();
  const locale = useHostLocale();
  const navigate = useNavigate();
  const problemText = useProblemText();
  const logOut = useLogOutHost();
  const [dialog, setDialog] = useState<'sessions' | 'language' | null>(null);
  const [wasInviting, setWasInviting] = useState(false);
  if (page === 'invite' && !wasInviting) setWasInviting(true);
  const close = () => setDialog(null);
  const leave = () =>
    logOut.mutateAsync().catch((error: unknown) => {
      reportUnlessOfCall(error);
      toast(problemText(error));
    });
  const isHost = me.signedInAs === 'host';
  const { employee, tenant } = me;

  const account = (
    <MenuButton
      className={classes.account}
      label={t('my.account.label')}
      entries={[
        { key: 'language', icon: Languages, label: t('shell.language.title'), onClick: () => setDialog('language') },
        ...(isHost
          ? [
              {
                key: 'sessions',
                icon: MonitorSmartphone,
                label: t('session.sessions.title'),
                onClick: () => setDialog('sessions'),
              },
              { key: 'leave', icon: LogOut, label: t('my.account.signOut'), onClick: () => void leave() },
            ]
          : [
              {
                key: 'console',
                icon: Building2,
                label: t('my.account.console'),
                onClick: () => void navigate('/'),
              },
            ]),
      ]}
    >
      <span aria-hidden>
        {employee.photo ? <img src={employee.photo.storagePathThumbnail} alt="" /> : initialsOf(employee.name)}
      </span>
      <span className="unseen">{t('my.account.signedInAs', { name: employee.name, tenant: tenant.name })}</span>
    </MenuButton>
  );
  if (page === 'invite') {
    return (
      <main className={classes.app} data-wide>
        <Suspense fallback={<Spinner label={t('ui.list.loading')} />}>
          <InvitePage me={me} locale={locale} />
        </Suspense>
      </main>
    );
  }
  return (
    <main className={classes.app}>
      <MyVisitors
        me={me}
        locale={locale}
        account={account}
        isBack={wasInviting}
        onInvite={(earlier) => void navigate(`/my/invite${earlier ? `?again=${earlier.id}` : ''}`)}
      />
      <LanguageDialog opened={dialog === 'language'} onClose={close} isComplete />
      <SessionsDialog opened={dialog === 'sessions'} onClose={close} owner="host" onLogOut={leave} />
    </main>
  );
}
