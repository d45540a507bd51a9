import type { Kiosk } from '@vestibule/contract/kiosks/kiosk.ts';
import { enteredCodeMinutes, NewKiosk } from '@vestibule/contract/kiosks/kiosk-edit.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { createOnce } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { TextField } from '../../ui/form/TextField.tsx';
import { toast } from '../../ui/toast.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { HashField } from './HashField.tsx';
import { openKioskWindow, useKioskWindow } from './use-kiosk-window.ts';
import { useCreateKiosk } from './use-kiosks.ts';
import classes from './EnrolDialog.module.css';

interface EnrolDialogProps {
  companyId: number;
  opened: boolean;
  onClose: () => void;
  onEnrolled: (kiosk: Kiosk) => void;
}

/** Enrols the device that shows a code as a kiosk of the company. */
export function EnrolDialog({ companyId, opened, onClose, onEnrolled }: EnrolDialogProps) {
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
    // The app version is known as soon as the kiosk has a device.
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
