import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import type { z } from 'zod';
import { FormDialog } from './FormDialog.tsx';
import { TextField } from '../form/TextField.tsx';
import { toast } from '../toast.ts';
import { useMarkLeft } from '../form/use-mark-left.ts';
import { useZodForm } from '../form/use-zod-form.ts';

interface CreateDialogProps<Created> {
  opened: boolean;
  onClose: () => void;
  title: string;
  label: string;
  submitLabel?: string;
  schema: z.ZodType<{ name: string }, { name: string }>;
  /** A repeat after a lost answer has the same key. */
  onCreate: (name: string, idempotencyKey: string) => Promise<Created>;
  done: (created: Created) => string;
}

export function CreateDialog<Created>(props: CreateDialogProps<Created>) {
  const { opened, onClose, title, label, submitLabel, schema, onCreate, done } = props;
  const form = useZodForm(schema, { defaultValues: { name: '' } });
  const [once] = useState(createOnce);
  const markLeft = useMarkLeft(form, 'name');

  const save = async ({ name }: { name: string }) => {
    const created = await once.run(name, (idempotencyKey) => onCreate(name, idempotencyKey));
    toast(done(created));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      once={once}
      form={form}
      onSubmit={save}
      submitUnchanged
      {...(submitLabel !== undefined && { submitLabel })}
    >
      <TextField
        control={form.control}
        name="name"
        label={label}
        onLeave={markLeft}
        maxLength={120}
        required
        initialFocus
      />
    </FormDialog>
  );
}
