import { NewKiosk, enteredCodeMinutes } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { KioskCode, kioskWindowChannel } from '@vestibule/contract/kiosks/kiosk-window.ts';
import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { createOnce } from '@vestibule/web/once.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import type { TargetDialog } from '../../ui/dialog/use-target.ts';
import { TextField } from '../../ui/form/TextField.tsx';
import { useConcurrentChange } from '../../ui/form/use-concurrent-change.ts';
import { useField } from '../../ui/form/use-field.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { writing } from '../../ui/keyboard/writing.ts';
import { toast } from '../../ui/toast.ts';
import classes from './dialogs.module.css';
import { useCreateKiosk, useDeleteKiosk, useUpdateKiosk, useUpgradeAll } from './use-kiosks.ts';

export { DeviceDialog } from './DeviceDialog.tsx';
export { KioskPanel } from './KioskPanel.tsx';

const Edit = NewKiosk.omit({ hash: true });
const Before = z.object({ name: z.string(), comment: z.string().nullable() });

export function EditKioskDialog({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  const { name = '', comment = null } = kiosk ?? {};
  const form = useZodForm(Edit, { values: { name, comment: comment ?? '' } });
  const update = useUpdateKiosk();
  const concurrent = useConcurrentChange({ name, comment }, Before, asLine);

  const save = async (edit: z.output<typeof Edit>) => {
    if (!kiosk) return;
    const change = { kioskId: kiosk.id, edit: { ...edit, previous: concurrent.previous } };
    const saved = await concurrent.watch(() => update.mutateAsync(change));
    toast(t('kiosks.editing.done', { name: saved.name }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('kiosks.editing.title')}
      form={form}
      onSubmit={save}
      submitLabel={t('ui.button.save')}
      concurrent={concurrent}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('kiosks.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <TextInput
        label={t('kiosks.field.hash')}
        description={t('kiosks.field.hashLocked')}
        value={kiosk?.hash ?? ''}
        disabled
      />
      <TextField
        control={form.control}
        name="comment"
        label={t('kiosks.field.comment')}
        help={t('kiosks.field.commentHelp')}
        maxLength={200}
      />
    </FormDialog>
  );
}

function asLine({ name, comment }: z.output<typeof Before>): string {
  return comment ? `${name}, ${comment}` : name;
}

interface EnrollDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
  onEnrolled: (kiosk: Kiosk) => void;
}

export function EnrollDialog({ companyId, opened, onClose, onEnrolled }: EnrollDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(NewKiosk, { defaultValues: { name: '', hash: '', comment: '' } });
  const create = useCreateKiosk(companyId);
  const [once] = useState(createOnce);
  useKioskWindow((code) => {
    if (!opened) return;
    form.setValue('hash', code, { shouldDirty: true, shouldValidate: true });
    if (!form.getValues('name')) form.setValue('name', t('kiosks.enrolling.thisBrowser'), { shouldDirty: true });
  });

  const save = async (body: z.output<typeof NewKiosk>) => {
    const kiosk = await once.run(body, (idempotencyKey) => create.mutateAsync({ kiosk: body, idempotencyKey }));
    onEnrolled(kiosk);
    // A kiosk with an app version has its device.
    const done = kiosk.appVersion === null ? 'kiosks.enrolling.codeWaits' : 'kiosks.enrolling.done';
    toast(t(done, { name: kiosk.name, count: enteredCodeMinutes }));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('kiosks.enrolling.title')}
      once={once}
      form={form}
      onSubmit={save}
      submitLabel={t('kiosks.enrolling.open')}
      reasonFields={{ hashMustBeUnique: 'hash' }}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('kiosks.field.name')}
        maxLength={120}
        required
        initialFocus
      />
      <HashField control={form.control} name="hash" />
      <TextField
        control={form.control}
        name="comment"
        label={t('kiosks.field.comment')}
        help={t('kiosks.field.commentHelp')}
        maxLength={200}
      />
      <p className={classes.tryIt}>
        {t('kiosks.enrolling.tryItHelp')}{' '}
        <Button
          variant="secondary"
          size="small"
          onClick={() => openKioskWindow() || toast(t('kiosks.enrolling.tryItBlocked'))}
        >
          {t('kiosks.enrolling.tryIt')}
        </Button>
      </p>
    </FormDialog>
  );
}

interface UpdateAllDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
}

export function UpdateAllDialog({ companyId, opened, onClose }: UpdateAllDialogProps) {
  const { t } = useTranslation();
  const upgradeAll = useUpgradeAll(companyId);

  const confirm = async () => {
    const sent = await upgradeAll.mutateAsync();
    toast(t(sent > 0 ? 'kiosks.sent' : 'kiosks.updatingAll.none'));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      type="primary"
      title={t('kiosks.updatingAll.title')}
      confirmLabel={t('kiosks.updatingAll.submit')}
      onConfirm={confirm}
    >
      {t('kiosks.updatingAll.sure')}
    </ConfirmDialog>
  );
}

export function DeleteKioskDialog({ target: kiosk, opened, onClose }: TargetDialog<Kiosk>) {
  const { t } = useTranslation();
  const remove = useDeleteKiosk();
  if (!kiosk) return null;
  const { name } = kiosk;

  const confirm = async () => {
    await remove.mutateAsync(kiosk);
    toast(t('kiosks.deleting.done', { name }));
  };

  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('kiosks.deleting.title')}
      confirmLabel={t('ui.button.delete')}
      onConfirm={confirm}
    >
      {t('kiosks.deleting.sure', { name })}
    </ConfirmDialog>
  );
}

function useKioskWindow(onCode: (code: string) => void): void {
  const receive = useEffectEvent(({ data }: MessageEvent) => {
    const message = KioskCode.safeParse(data).data;
    if (message) onCode(message.kioskCode);
  });
  useEffect(() => {
    const channel = new BroadcastChannel(kioskWindowChannel);
    channel.addEventListener('message', (event) => receive(event));
    return () => channel.close();
  }, []);
}

function openKioskWindow(): boolean {
  return window.open('/kiosk', 'vestibule-kiosk', 'popup,width=1100,height=760') !== null;
}

interface HashFieldProps<In extends FieldValues, Out> {
  control: Control<In, unknown, Out>;
  name: FieldPath<In>;
}

function HashField<In extends FieldValues, Out>({ control, name }: HashFieldProps<In, Out>) {
  const { t } = useTranslation();
  const { field, look } = useField({
    control,
    name,
    label: t('kiosks.field.hash'),
    help: t('kiosks.field.hashHelp'),
    required: true,
    maxLength: 32,
  });
  return (
    <TextInput
      {...look}
      {...field}
      value={field.value ?? ''}
      onChange={(event) => field.onChange(event.currentTarget.value.toUpperCase())}
      autoComplete="off"
      {...writing.capitals}
    />
  );
}
