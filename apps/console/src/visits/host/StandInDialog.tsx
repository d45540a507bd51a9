import { Day } from '@vestibule/contract/platform/values.ts';
import { DayField } from '@vestibule/ui/DateFields.tsx';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { useWhenOpened } from '../../ui/dialog/use-when-opened.ts';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { useErrorText } from '../../ui/problem-text.ts';
import { formatDay } from '../../ui/time.ts';
import { toast } from '../../ui/toast.ts';
import { addDays, type Clock, useClockDay } from '../invitation/use-building-clock.ts';
import { useFieldLocale } from '../invitation/use-inviter.ts';
import { ColleagueField, type StandInFields } from './ColleagueField.tsx';
import classes from './host.module.css';
import { useSetStandIn } from './use-host.ts';

const Fields = z
  .object({ employeeId: z.int().nullable(), until: Day.nullable() })
  .superRefine(({ employeeId, until }, context) => {
    const mark = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (employeeId === null) mark('employeeId', 'colleagueRequired');
    if (until === null) mark('until', 'timeOutOfRange');
  });

interface StandInDialogProps {
  clock: Clock;
  opened: boolean;
  onClose: () => void;
}

/** For a week by default. */
export function StandInDialog({ clock, opened, onClose }: StandInDialogProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const locale = useFieldLocale();
  const { mutateAsync } = useSetStandIn();
  const today = useClockDay(clock);
  const start: StandInFields = { employeeId: null, until: addDays(today, 7) };
  const form = useZodForm(Fields, { defaultValues: start });
  const until = useController({ control: form.control, name: 'until' });
  const key = until.fieldState.error?.message;
  useWhenOpened(opened, () => form.reset(start));
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('my.standIn.choose')}
      form={form}
      submitLabel={t('my.standIn.submit')}
      submitUnchanged
      onSubmit={async (typed) => {
        const me = await mutateAsync(typed);
        if (!me.standIn) return;
        const { employee, until: last } = me.standIn;
        toast(t('my.standIn.saved', { name: employee.name, date: formatDay(last) }));
      }}
    >
      <p className={classes.help}>{t('my.standIn.help')}</p>
      <ColleagueField control={form.control} label={t('my.standIn.who')} preset={null} required />
      <DayField
        ref={until.field.ref}
        label={t('my.standIn.day')}
        locale={locale}
        value={until.field.value}
        onChange={until.field.onChange}
        min={today}
        error={key && errorText(key)}
      />
    </FormDialog>
  );
}
