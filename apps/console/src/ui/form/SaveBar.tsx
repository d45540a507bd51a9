import { Button } from '@vestibule/ui/Button.tsx';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Notice } from '../Notice.tsx';
import type { OthersChanges } from './others-changes.ts';
import { useProblemText } from '../problem-text.ts';
import classes from './SaveBar.module.css';
import { StarNote } from './StarNote.tsx';
import type { FormOf } from './use-zod-form.ts';

interface SaveBarProps<In extends FieldValues, Out> {
  form: FormOf<In, Out>;
  failure: unknown;
  others: OthersChanges<string> | null;
}

export function SaveBar<In extends FieldValues, Out>({ form, failure, others }: SaveBarProps<In, Out>) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { isDirty, isSubmitting } = form.formState;
  // A change that the user undid also removes its message.
  const [undone, setUndone] = useState<unknown>(null);
  const undo = () => {
    setUndone(failure);
    form.reset();
  };
  return (
    <div className={classes.foot} tabIndex={-1} data-keeps-focus>
      {failure !== null && failure !== undone && (
        <Notice kind="problem">
          {problemText(failure)}
          {others && others.changed.length > 0 && (
            <div>{t('ui.meanwhile.changed', { fields: others.changed.join(', ') })}</div>
          )}
          {others && others.alsoHere.length > 0 && (
            <div>{t('ui.meanwhile.alsoHere', { fields: others.alsoHere.join(', ') })}</div>
          )}
        </Notice>
      )}
      <div className={classes.row}>
        <div className={classes.notes}>
          <StarNote />
          <span className={classes.state} role="status">
            {isDirty && t('ui.form.unsaved')}
          </span>
        </div>
        <div className={classes.buttons}>
          <Button variant="secondary" onClick={undo} disabled={!isDirty || isSubmitting}>
            {t('ui.form.undo')}
          </Button>
          <Button type="submit" loading={isSubmitting} disabled={!isDirty}>
            {t('ui.button.save')}
          </Button>
        </div>
      </div>
    </div>
  );
}
