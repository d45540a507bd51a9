import type { Tenant } from '@vestibule/contract/building/tenant.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Spinner } from '@vestibule/ui/Spinner.tsx';
import { useTranslation } from 'react-i18next';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { ConflictTable } from './ConflictTable.tsx';
import classes from './directory.module.css';
import { useOwnSynchronization } from './use-directory.ts';
import { useSteps } from './use-steps.ts';

interface SynchronizingProps {
  tenant: Tenant;
  onClose: () => void;
}

export function Synchronizing({ tenant, onClose }: SynchronizingProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { step, look, run } = useSteps(tenant, onClose);
  const isRunning = step.name === 'running' || step.name === 'looking';
  const { data: sync } = useOwnSynchronization(tenant.id, isRunning);
  // Each step replaces the element that had the focus.
  const close = (label = t('ui.button.close'), autoFocus = true) => (
    <Button variant="secondary" onClick={onClose} autoFocus={autoFocus}>
      {label}
    </Button>
  );

  switch (step.name) {
    case 'looking':
    case 'running':
      return (
        <div className={classes.content}>
          <Spinner label={t('ui.list.loading')} />
          <p role="status" className={classes.progress}>
            {sync?.state === 'running' ? t('directory.status.running', { done: sync.done }) : t('directory.looking')}
          </p>
        </div>
      );
    case 'difference': {
      const { added, changed, removed, conflicts } = step.found;
      return (
        <div className={classes.content}>
          <p>{t('directory.difference')}</p>
          <ul>
            <li>{t('directory.added', { number: added })}</li>
            <li>{t('directory.changed', { number: changed })}</li>
            <li>{t('directory.removed', { number: removed })}</li>
            {conflicts.length > 0 && <li>{t('directory.notBrought', { number: conflicts.length })}</li>}
          </ul>
          {conflicts.length > 0 && <ConflictTable conflicts={conflicts} />}
          <DialogButtons>
            {close(t('directory.later'), false)}
            <Button onClick={() => void run()} autoFocus>
              {t('directory.start')}
            </Button>
          </DialogButtons>
        </div>
      );
    }
    case 'tooMany':
      return (
        <div className={classes.content}>
          <Notice kind="problem">{t('errors.tooManyRemovals')}</Notice>
          <p>{t('directory.tooMany', { removed: step.removed, of: step.of })}</p>
          <DialogButtons>
            {close(t('ui.button.cancel'))}
            <Button variant="danger" onClick={() => void run(true)}>
              {t('directory.removeThem')}
            </Button>
          </DialogButtons>
        </div>
      );
    case 'conflicts':
      return (
        <div className={classes.content}>
          <h3>{t('directory.conflicts')}</h3>
          <p>{t('directory.conflictsHelp')}</p>
          <ConflictTable conflicts={step.conflicts} />
          <DialogButtons>{close()}</DialogButtons>
        </div>
      );
    case 'failed':
      return (
        <div className={classes.content}>
          <Notice kind="problem">{problemText(step.error)}</Notice>
          <DialogButtons>
            {close(t('ui.button.close'), false)}
            <Button onClick={() => void (tenant.lastSyncAt === null ? look() : run())} autoFocus>
              {t('ui.button.tryAgain')}
            </Button>
          </DialogButtons>
        </div>
      );
  }
}
