import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { csvFile } from '@vestibule/contract/platform/file.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportUnlessOfCall } from '../problem-text.ts';
import { toast } from '../toast.ts';
import { writeCsv } from './csv.ts';

export type ImportColumn = 'name' | 'phone' | 'email' | 'companyName';

export interface Outcome {
  good: readonly Partial<Record<ImportColumn, string | null>>[];
  conflicts: readonly Conflict[];
  held?: number;
  /** Held because the import did not decide. */
  isUndecided?: boolean;
}

interface SendOptions {
  preview: boolean;
  /** Sends the file again to send undecided messages. */
  announce?: boolean;
  /** Gets the sent share of the file, from 0 to 1. */
  onProgress: (sent: number) => void;
}

export type Send = (file: File, options: SendOptions) => Promise<Outcome>;

export type Step =
  | { name: 'choose' }
  | { name: 'preview'; outcome: Outcome }
  | { name: 'correct'; said: readonly Conflict[]; conflicts: readonly Conflict[]; isEdited: boolean }
  | { name: 'held'; sent: File; held: number; isUndecided: boolean; conflicts: readonly Conflict[] };

/** Titles that the server accepts in all languages. */
const titles: Record<ImportColumn, string> = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  companyName: 'CompanyName',
};

export type Import = ReturnType<typeof useImport>;

export function useImport(columns: readonly ImportColumn[], send: Send, onClose: () => void) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [file, setFile] = useState<File | null>(null);
  const [isGone, setGone] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function run(sent: File, options: Omit<SendOptions, 'onProgress'>): Promise<Outcome | undefined> {
    setFailure(null);
    setProgress(0);
    try {
      if (!(await isReadable(sent))) return fail();
      return await send(sent, { ...options, onProgress: setProgress });
    } catch (error) {
      reportUnlessOfCall(error);
      setFailure(error);
      return undefined;
    } finally {
      setProgress(null);
    }
  }

  function fail(): undefined {
    setFile(null);
    setGone(true);
    setStep({ name: 'choose' });
  }

  const correct = (said: readonly Conflict[]) => setStep({ name: 'correct', said, conflicts: said, isEdited: false });

  /** `held` rows were not sent; `rowOf` maps sent rows to the chosen file. */
  async function save(sent: File, held: readonly Conflict[] = [], rowOf = (row: number | undefined) => row) {
    const outcome = await run(sent, { preview: false });
    if (!outcome) return;
    const { good, held: messagesHeld = 0, isUndecided = false } = outcome;
    const refused = outcome.conflicts.map((conflict) => ({ ...conflict, row: rowOf(conflict.row) }));
    const conflicts = [...held, ...refused].toSorted(({ row: one = 0 }, { row: other = 0 }) => one - other);
    if (good.length > 0) toast(t('imports.done', { number: good.length }));
    if (messagesHeld > 0) setStep({ name: 'held', sent, held: messagesHeld, isUndecided, conflicts });
    else finish(conflicts);
  }

  function finish(conflicts: readonly Conflict[]) {
    if (conflicts.length === 0) onClose();
    else correct(conflicts);
  }

  return {
    step,
    file,
    isGone,
    progress,
    failure,
    choose: (chosen: File) => {
      setFailure(null);
      setGone(false);
      setFile(chosen);
    },
    preview: async () => {
      const outcome = file ? await run(file, { preview: true }) : undefined;
      if (!outcome) return;
      const { good, conflicts } = outcome;
      if (good.length === 0 && conflicts.length > 0) correct(conflicts);
      else setStep({ name: 'preview', outcome });
    },
    import: async () => {
      if (file) await save(file);
    },
    edit: (index: number, column: ImportColumn, value: string) => {
      if (step.name !== 'correct') return;
      const conflicts = step.conflicts.map((row, at) => (at === index ? { ...row, [column]: value } : row));
      setStep({ ...step, conflicts, isEdited: true });
    },
    sendAgain: async () => {
      if (step.name !== 'correct') return;
      const { said, conflicts } = step;
      // Sent alone, it would replace the row with the same phone.
      const isHeld = ({ reason, phone }: Conflict, at: number) =>
        reason === 'phoneListedTwice' && phone === said[at]?.phone;
      const chosen = conflicts.filter((row, at) => !isHeld(row, at));
      const rows = chosen.map((row) => columns.map((column) => row[column] ?? ''));
      const text = writeCsv([columns.map((column) => titles[column]), ...rows]);
      const corrected = new File([text], 'corrected.csv', { type: csvFile.types[0] });
      await save(corrected, conflicts.filter(isHeld), (row = 0) => chosen[row - 2]?.row);
    },
    announce: async () => {
      if (step.name !== 'held') return;
      const outcome = await run(step.sent, { preview: false, announce: true });
      if (!outcome) return;
      const { held = 0 } = outcome;
      if (held > 0) return setStep({ ...step, held, isUndecided: false });
      toast(t('imports.announced', { count: step.held }));
      finish(step.conflicts);
    },
    leaveHeld: () => {
      if (step.name === 'held') finish(step.conflicts);
    },
    back: () => setStep({ name: 'choose' }),
    reset: () => {
      setStep({ name: 'choose' });
      setFile(null);
      setGone(false);
      setFailure(null);
    },
  };
}

/** Whether a file is unchanged. Browsers fail to send a changed one as if offline. */
function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}
