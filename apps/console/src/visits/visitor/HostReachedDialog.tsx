import { type AnswerFields, answerForHost } from '@vestibule/contract/visits/answer.ts';
import type { Visitor } from '@vestibule/contract/visits/visitor.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { call } from '@vestibule/web/call.ts';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DialogButtons } from '../../ui/dialog/DialogButtons.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import classes from './dialogs.module.css';
import { useVisitorChange } from './use-visitor-changes.ts';

const choices = [
  { id: 1, key: 'now', answer: { kind: 'coming', minutes: 0 } },
  { id: 2, key: 'in', answer: { kind: 'coming', minutes: 5 } },
  { id: 3, key: 'in', answer: { kind: 'coming', minutes: 10 } },
  { id: 4, key: 'wait', answer: { kind: 'wait' } },
  { id: 5, key: 'unavailable', answer: { kind: 'unavailable' } },
] as const satisfies readonly { id: number; key: string; answer: AnswerFields }[];

/** Records what the host said, for example by phone. It answers the arrival like the host. */
export function HostReachedDialog({ target: visitor, opened, onClose }: TargetDialog<Visitor>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const record = useVisitorChange((given: { visitId: number; answer: AnswerFields }) =>
    call(answerForHost, { params: { visitId: given.visitId }, body: given.answer }),
  );
  const visit = visitor?.currentVisitRecord;
  if (!visitor || !visit?.employee) return null;
  const close = () => {
    record.reset();
    onClose();
  };
  const choose = async (answer: AnswerFields) => {
    await record.mutateAsync({ visitId: visit.id, answer }).then(close, () => undefined);
  };
  return (
    <Dialog opened={opened} onClose={close} title={t('visitors.reached.title', { host: visit.employee.name })}>
      <p className={classes.help}>{t('visitors.reached.help', { name: visitor.name })}</p>
      {record.error && <Notice kind="problem">{problemText(record.error)}</Notice>}
      <div className={classes.choices}>
        {choices.map(({ id, key, answer }, place) => (
          <Button
            key={id}
            variant={place === 0 ? 'primary' : 'secondary'}
            fullWidth
            once
            disabled={record.isPending}
            {...(place === 0 && { 'data-autofocus': true })}
            onClick={() => void choose(answer)}
          >
            {t(`visitors.reached.${key}`, { minutes: 'minutes' in answer ? answer.minutes : 0 })}
          </Button>
        ))}
      </div>
      <DialogButtons>
        <Button variant="secondary" onClick={close}>
          {t('ui.button.cancel')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
