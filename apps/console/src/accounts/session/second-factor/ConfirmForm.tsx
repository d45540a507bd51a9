import type { Reply } from '@vestibule/contract/platform/endpoint.ts';
import type { beginSecondFactor, confirmSecondFactor } from '@vestibule/contract/accounts/second-factor.ts';
import { type ReactNode, useEffect, useState } from 'react';
import { markFields } from '../../../ui/form/form-problem.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { reportUnlessOfCall, useProblemText } from '../../../ui/problem-text.ts';
import { useZodForm } from '../../../ui/form/use-zod-form.ts';
import { CodeField } from './CodeField.tsx';
import { CodeForm, codeReasons } from './code-form.ts';
import classes from './ConfirmForm.module.css';
import { SecretCard } from './SecretCard.tsx';
import { useConfirmSecondFactor } from './use-second-factor.ts';

interface ConfirmFormProps {
  draft: Reply<typeof beginSecondFactor>;
  onConfirmed: (confirmed: Reply<typeof confirmSecondFactor>) => void;
  size?: 'medium' | 'large';
  /** What submits the form, and what stands beside it. */
  children: (isSubmitting: boolean) => ReactNode;
}

/** Shows a secret and asks for the first code of it. */
export function ConfirmForm({ draft, onConfirmed, size, children }: ConfirmFormProps) {
  const problemText = useProblemText();
  const form = useZodForm(CodeForm, { defaultValues: { code: '' } });
  const [failure, setFailure] = useState<unknown>(null);
  const confirm = useConfirmSecondFactor();
  const { setFocus } = form;

  useEffect(() => setFocus('code'), [setFocus]);

  const submit = form.handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      onConfirmed(await confirm.mutateAsync(code));
    } catch (error) {
      reportUnlessOfCall(error);
      if (!markFields(form, error, codeReasons)) setFailure(error);
    }
  });

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {failure !== null && <Notice kind="problem">{problemText(failure)}</Notice>}
      <SecretCard draft={draft} />
      <CodeField control={form.control} {...(size && { size })} />
      {children(form.formState.isSubmitting)}
    </form>
  );
}
