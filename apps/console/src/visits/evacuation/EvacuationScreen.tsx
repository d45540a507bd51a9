import { Button } from '@vestibule/ui/Button.tsx';
import { useDisclosure } from '@vestibule/ui/hooks.ts';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { Loaded } from '../../ui/list/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import classes from './EvacuationScreen.module.css';
import { RollCallList } from './RollCallList.tsx';
import { useRollCall } from './use-roll-call.ts';

/** Several devices tick people as safe at the same time. */
export function EvacuationScreen({ companyId }: { companyId: number }) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { query, rollCall, waiting, isOffline, tick, start, end } = useRollCall(companyId);
  const [ending, endDialog] = useDisclosure();
  const rows = rollCall ? [rollCall] : [];

  return (
    <Page
      title={t('evacuation.title')}
      actions={
        rollCall && (
          <Button variant="secondary" onClick={endDialog.open}>
            {t('evacuation.end')}
          </Button>
        )
      }
    >
      {isOffline && (
        <Notice kind="information">
          {t('evacuation.offline')} {waiting > 0 && t('evacuation.waiting', { count: waiting })}
        </Notice>
      )}
      <Loaded
        query={{
          ...query,
          error: isOffline ? null : query.error,
          data: query.data !== undefined ? { rows, page: null } : undefined,
        }}
        failed={t('evacuation.failed')}
        empty={{
          title: t('evacuation.none'),
          help: t('evacuation.noneHelp'),
          action: (
            <>
              {start.error && <Notice kind="problem">{problemText(start.error)}</Notice>}
              <Button size="large" onClick={() => start.mutate()} loading={start.isPending}>
                {t('evacuation.start')}
              </Button>
            </>
          ),
        }}
      >
        {([shown]) => shown && <RollCallList rollCall={shown} onTick={tick} />}
      </Loaded>
      <ConfirmDialog
        opened={ending}
        onClose={endDialog.close}
        title={t('evacuation.ending.title')}
        confirmLabel={t('evacuation.end')}
        onConfirm={() => (rollCall ? end.mutateAsync(rollCall.id) : Promise.resolve())}
      >
        <p className={classes.sure}>{t('evacuation.ending.sure')}</p>
      </ConfirmDialog>
    </Page>
  );
}
