import type { CountryCode } from '@vestibule/contract/platform/country.ts';
import { listFile } from '@vestibule/contract/platform/file.ts';
import { invitationLimits } from '@vestibule/contract/visits/invitation.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { Plus, Trash2 } from '@vestibule/ui/icons.tsx';
import look from '@vestibule/ui/TextInput.module.css';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import {
  type ClipboardEvent,
  lazy,
  memo,
  Suspense,
  useCallback,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { useController, useFieldArray, useFormContext } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import area from '../../ui/form/fields.module.css';
import { TextField } from '../../ui/form/TextField.tsx';
import { useErrorText } from '../../ui/problem-text.ts';
import { checkGuests, emptyGuest, isBlank, readLine } from './guest-lines.ts';
import type { AddFields } from './invitation-form.ts';
import classes from './invitation.module.css';

type GuestsTyped = Pick<AddFields, 'rows' | 'lines'>;

interface GuestsFieldProps {
  country: CountryCode | undefined;
  areNotified: boolean;
  heading?: 'h2' | 'h3';
}

/** Rows of fields, and lines of a pasted list. */
export function GuestsField({ heading: Heading = 'h3', ...props }: GuestsFieldProps) {
  const { t } = useTranslation();
  const { control } = useFormContext<GuestsTyped, unknown, GuestsTyped>();
  const { fields, append, remove } = useFieldArray({ control, name: 'rows' });
  const add = useRef<HTMLButtonElement>(null);
  const title = useId();
  return (
    <section className={classes.guests} aria-labelledby={title}>
      <Heading className={classes.heading} id={title}>
        {t('invitations.guest.title')}
      </Heading>
      {fields.map(({ id }, index) => {
        const number = index + 1;
        return (
          <div key={id} className={classes.guest} role="group" aria-label={t('invitations.guest.group', { number })}>
            <TextField
              control={control}
              name={`rows.${index}.name`}
              label={t('invitations.guest.name')}
              written="name"
              maxLength={120}
            />
            <TextField
              control={control}
              name={`rows.${index}.email`}
              label={t('invitations.guest.email')}
              type="email"
              maxLength={254}
            />
            <TextField
              control={control}
              name={`rows.${index}.phone`}
              label={t('invitations.guest.phone')}
              maxLength={32}
            />
            <TextField
              control={control}
              name={`rows.${index}.companyName`}
              label={t('invitations.guest.company')}
              written="name"
              maxLength={120}
            />
            <span className={classes.remove}>
              <IconButton
                icon={Trash2}
                label={t('invitations.guest.removeRow', { number })}
                onClick={() => {
                  remove(index);
                  add.current?.focus();
                }}
                danger
              />
            </span>
          </div>
        );
      })}
      <span>
        <Button
          ref={add}
          variant="secondary"
          size="small"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => append(emptyGuest, { focusName: `rows.${fields.length}.name` })}
        >
          {t('invitations.guest.add')}
        </Button>
      </span>
      <PastedList {...props} />
    </section>
  );
}

/** With the library of its drop zone, which the first screens do not need. */
const DropZone = lazy(async () => ({ default: (await import('../../ui/form/DropZone.tsx')).DropZone }));

/** The rows of a spreadsheet as lines of a pasted list. */
async function readLines(file: File): Promise<string> {
  const { readSheet, readText } = await import('../../ui/import/mapping.ts');
  if (!file.name.toLowerCase().endsWith('.csv')) return readText(file);
  return (await readSheet(file)).map((cells) => cells.join('; ')).join('\n');
}

/** A pasted, typed or dropped list becomes a field per line. Wrong lines are marked and corrected there. */
function PastedList({ country, areNotified }: GuestsFieldProps) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const id = useId();
  const { control, formState, getValues, setValue } = useFormContext<GuestsTyped, unknown, GuestsTyped>();
  const { isSubmitted } = formState;
  const { field, fieldState } = useController({ control, name: 'lines' });
  const lines = field.value;
  const guests = lines.map(readLine);
  const shown = guests.flatMap((guest, index) => (isBlank(guest) ? [] : [{ guest, index }]));
  const problems = new Map(
    checkGuests(
      shown.map(({ guest }) => guest),
      { country, areNotified },
    ).flatMap((problem, place) => (problem ? [[shown[place]?.index ?? 0, problem.key] as const] : [])),
  );
  const wrongInputs = () => [...(list.current?.querySelectorAll<HTMLElement>('[aria-invalid]') ?? [])];
  const focusNextWrong = () => {
    const wrong = wrongInputs();
    const after = wrong.findIndex((input) => input === document.activeElement);
    (wrong[after + 1] ?? wrong[0])?.focus();
  };
  // The form may ask more than once, so that it does not skip the first.
  useImperativeHandle(field.ref, () => ({ focus: () => wrongInputs()[0]?.focus() }));

  const take = (text: string) => {
    setTyped('');
    const added = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    if (added.length > 0) field.onChange([...lines, ...added]);
  };
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text');
    if (typed !== '' || !text.includes('\n')) return;
    event.preventDefault();
    take(text);
  };
  const change = useCallback(
    (index: number, line: string) =>
      setValue('lines', getValues('lines').with(index, line), { shouldDirty: true, shouldValidate: isSubmitted }),
    [getValues, setValue, isSubmitted],
  );
  const key = fieldState.error?.message;
  const isFull = shown.length > invitationLimits.guests;

  return (
    <>
      {lines.length > 0 && (
        <div className={classes.pasted} role="group" aria-label={t('invitations.guest.lines')}>
          <div className={classes.counts}>
            <span role="status">
              {t('invitations.guest.ready', { count: shown.length - problems.size })}
              {problems.size > 0 && (
                <strong className={classes.wrong}> {t('invitations.guest.wrong', { count: problems.size })}</strong>
              )}
            </span>
            {problems.size > 0 && (
              <Button variant="flat" size="small" onClick={focusNextWrong}>
                {t('invitations.guest.nextWrong')}
              </Button>
            )}
            <Button variant="flat" size="small" onClick={() => field.onChange([])}>
              {t('invitations.guest.clear')}
            </Button>
          </div>
          {isFull && (
            <p className={classes.wrong} role="alert">
              {t('invitations.guest.tooMany', { limit: invitationLimits.guests, count: shown.length })}
            </p>
          )}
          {!isFull && isSubmitted && key !== undefined && key !== 'lineWrong' && (
            <p className={classes.wrong} role="alert">
              {errorText(key)}
            </p>
          )}
          <ol ref={list} className={classes.lines}>
            {lines.map((line, index) => {
              const problem = problems.get(index);
              return (
                <Line
                  // oxlint-disable-next-line react/no-array-index-key -- a line is identified by its position
                  key={index}
                  index={index}
                  text={line}
                  problem={problem === undefined ? undefined : errorText(problem)}
                  onChange={change}
                />
              );
            })}
          </ol>
          <p className={classes.help}>{t('invitations.guest.lineHelp')}</p>
        </div>
      )}
      <div className={look.field}>
        <label className={look.label} htmlFor={id}>
          {t(lines.length > 0 ? 'invitations.guest.pasteMore' : 'invitations.guest.paste')}
        </label>
        <textarea
          id={id}
          className={`${look.input} ${area.area}`}
          rows={2}
          value={typed}
          aria-describedby={`${id}-help`}
          onPaste={paste}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={() => take(typed)}
        />
        <p className={classes.help} id={`${id}-help`}>
          {t('invitations.guest.pasteHelp')}
        </p>
      </div>
      <Suspense fallback={null}>
        <DropZone
          rule={listFile}
          label={t('invitations.listFile')}
          isFirst={false}
          onFile={async (file) => take(await readLines(file))}
        />
      </Suspense>
    </>
  );
}

interface LineProps {
  index: number;
  text: string;
  problem: string | undefined;
  onChange: (index: number, text: string) => void;
}

/** Memoized, because a list has up to 500. */
const Line = memo(function Line({ index, text, problem, onChange }: LineProps) {
  const { t } = useTranslation();
  return (
    <li>
      <TextInput
        aria-label={t('invitations.guest.line', { number: index + 1 })}
        value={text}
        error={problem}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(index, currentTarget.value)}
      />
    </li>
  );
});
