import type { OwnSession } from '@vestibule/contract/accounts/own-sessions.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { parse } from 'bowser';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { DialogList, DialogListItem } from '../../ui/dialog/DialogList.tsx';
import { useTarget } from '../../ui/dialog/use-target.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { formatMoment } from '../../ui/time.ts';
import { EndSessionDialog, type SessionsToEnd } from './EndSessionDialog.tsx';
import classes from './session.module.css';
import { type SessionOwner, useOwnSessions } from './use-own-sessions.ts';

interface SessionsDialogProps {
  opened: boolean;
  onClose: () => void;
  owner?: SessionOwner;
  /** How a host signs out. */
  onLogOut?: () => Promise<unknown>;
}

export function SessionsDialog({ opened, onClose, owner = 'user', onLogOut }: SessionsDialogProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const sessions = useOwnSessions(owner, opened);
  const ending = useTarget<SessionsToEnd>();
  const { data, error } = sessions;
  const others = (data ?? []).filter(({ isCurrent }) => !isCurrent);

  return (
    <Dialog opened={opened} onClose={onClose} title={t('session.sessions.title')} width={520}>
      <p className={classes.help}>{t(owner === 'host' ? 'my.account.sessionsHelp' : 'session.sessions.help')}</p>
      {error && <Notice kind="problem">{t('session.sessions.failed', { problem: problemText(error) })}</Notice>}
      {!data && !error && <Spinner label={t('ui.list.loading')} />}
      <DialogList>
        {data?.map((session) => (
          <Session key={session.id} session={session} onEnd={ending.open} />
        ))}
      </DialogList>
      <DialogButtons>
        {error && (
          <Button variant="secondary" onClick={() => sessions.refetch()} loading={sessions.isFetching}>
            {t('ui.button.tryAgain')}
          </Button>
        )}
        {others.length > 0 && (
          <Button variant="danger-flat" onClick={() => ending.open({ kind: 'others', number: others.length })}>
            {t('session.sessions.endOthers')}
          </Button>
        )}
        <Button variant="secondary" onClick={onClose}>
          {t('ui.button.close')}
        </Button>
      </DialogButtons>
      <EndSessionDialog {...ending.dialog} owner={owner} onLogOut={onLogOut} />
    </Dialog>
  );
}

function Session({ session, onEnd }: { session: OwnSession; onEnd: (what: SessionsToEnd) => void }) {
  const { t } = useTranslation();
  const { id, isCurrent, startedAt, lastUsedAt } = session;
  const device = wordsFor(t, session);
  return (
    <DialogListItem
      title={
        <>
          {device}
          {isCurrent && <span className={classes.current}>{t('session.sessions.current')}</span>}
        </>
      }
      button={
        isCurrent ? (
          <Button variant="secondary" size="small" onClick={() => onEnd({ kind: 'current' })}>
            {t('session.sessions.logOut')}
          </Button>
        ) : (
          <Button
            variant="secondary"
            size="small"
            aria-label={t('session.sessions.endOne', { device })}
            onClick={() => onEnd({ kind: 'one', id, device })}
          >
            {t('session.sessions.end')}
          </Button>
        )
      }
    >
      <p className={classes.moments}>
        <span>{t('session.sessions.lastUsed', { moment: formatMoment(lastUsedAt) })}</span>
        <span>{t('session.sessions.started', { moment: formatMoment(startedAt) })}</span>
      </p>
    </DialogListItem>
  );
}

function wordsFor(t: TFunction, { device }: OwnSession): string {
  const name = deviceName(device ?? '');
  return name ? t('session.sessions.browserOn', name) : device || t('session.sessions.unknown');
}

/** Returns null unless browser and system are both known. */
export function deviceName(device: string): { browser: string; system: string } | null {
  if (!device) return null;
  const { browser, os } = parse(device);
  return browser.name && os.name ? { browser: browser.name, system: os.name } : null;
}
