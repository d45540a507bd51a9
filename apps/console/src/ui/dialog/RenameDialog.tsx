import { z } from 'zod';
import { FormDialog } from './FormDialog.tsx';
import { TextField } from '../form/TextField.tsx';
import { toast } from '../toast.ts';
import { useConcurrentChange } from '../form/use-concurrent-change.ts';
import type { TargetDialog } from './use-target.ts';
import { useMarkLeft } from '../form/use-mark-left.ts';
import { useZodForm } from '../form/use-zod-form.ts';

interface RenameDialogProps<Target extends { name: string }> extends TargetDialog<Target> {
  title: string;
  label: string;
  submitLabel?: string;
  schema: z.ZodType<{ name: string }, { name: string }>;
  onRename: (target: Target, change: { name: string; previous: string }) => Promise<unknown>;
  done: (name: string) => string;
}

export function RenameDialog<Target extends { name: string }>(props: RenameDialogProps<Target>) {
  const { target, opened, onClose, title, label, submitLabel, schema, onRename, done } = props;
  const form = useZodForm(schema, { values: { name: target?.name ?? '' } });
  const concurrent = useConcurrentChange(target?.name ?? '', z.string());
  const markLeft = useMarkLeft(form, 'name');

  const save = async ({ name }: { name: string }) => {
    if (!target) return;
    await concurrent.watch(() => onRename(target, { name, previous: concurrent.previous }));
    toast(done(name));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={title}
      form={form}
      onSubmit={save}
      {...(submitLabel !== undefined && { submitLabel })}
      concurrent={concurrent}
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
