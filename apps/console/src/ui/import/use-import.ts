import type { Conflict } from '@vestibule/contract/platform/conflict.ts';
import { csvFile } from '@vestibule/contract/platform/file.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CallFailed } from '@vestibule/web/call.ts';
import { reportUnlessOfCall } from '../problem-text.ts';
import { toast } from '../toast.ts';
import { type ImportColumn, type ImportColumns, titles, writeCsv } from './csv.ts';
import type { Mapping, Sheet } from './mapping.ts';

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
  | { name: 'map'; sheet: Sheet; mapping: Mapping }
  | { name: 'preview'; outcome: Outcome; conflicts: readonly Conflict[]; isEdited: boolean }
  | { name: 'correct'; reported: readonly Conflict[]; conflicts: readonly Conflict[]; isEdited: boolean }
  | {
      name: 'held';
      sent: File;
      held: number;
      isUndecided: boolean;
      reported: readonly Conflict[];
      conflicts: readonly Conflict[];
    };

interface SaveOptions {
  left?: readonly Conflict[];
  edited?: readonly Conflict[];
  rowOf?: (row: number | undefined) => number | undefined;
}

export type Import = ReturnType<typeof useImport>;

export function useImport({ columns, optional }: ImportColumns, send: Send, onClose: () => void) {
  const { t } = useTranslation();
  const [step, setStep] = useState<Step>({ name: 'choose' });
  const [file, setFile] = useState<File | null>(null);
  const [isGone, setGone] = useState(false);
  const [mapped, setMapped] = useState<{ step: Step; file: File; shift: number } | null>(null);
  /** Corrections of a preview that the user left by Back. */
  const [kept, setKept] = useState<readonly Conflict[]>([]);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  async function run(sent: File, options: Omit<SendOptions, 'onProgress'>): Promise<Outcome | undefined> {
    setFailure(null);
    setProgress(0);
    try {
      if (!(await isReadable(sent))) return fail();
      return await send(sent, { ...options, onProgress: setProgress });
    } catch (error) {
      const hasOtherColumns = options.preview && sent === file && isAboutColumns(error);
      if (hasOtherColumns && (await startMapping(sent))) return undefined;
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

  /** Returns false if there is nothing to choose. */
  async function startMapping(sent: File, outcome?: Outcome): Promise<boolean> {
    // Skips the step if its code cannot be loaded.
    const code = await import('./mapping.ts').catch(() => null);
    if (!code) return false;
    const { guessMapping, isMisread, readSheet } = code;
    const sheet = await readSheet(sent);
    const mapping = guessMapping(sheet, [...columns, ...optional]);
    if (outcome ? !isMisread(sheet, columns, mapping, outcome) : !sheet.some(({ length }) => length > 1)) return false;
    setStep({ name: 'map', sheet, mapping });
    return true;
  }

  async function show(sent: File, shift = 0): Promise<void> {
    const found = await run(sent, { preview: true });
    if (!found) return;
    const { good } = found;
    const conflicts = found.conflicts.map((conflict) => ({ ...conflict, row: (conflict.row ?? 0) - shift }));
    const outcome = { ...found, conflicts };
    if (sent === file && conflicts.length > 0 && (await startMapping(sent, outcome))) return;
    if (good.length === 0 && conflicts.length > 0) correct(conflicts);
    else {
      const corrected = conflicts.map((conflict) => kept.find(({ row }) => row === conflict.row) ?? conflict);
      setStep({ name: 'preview', outcome, conflicts: corrected, isEdited: kept.length > 0 });
    }
  }

  const correct = (reported: readonly Conflict[], conflicts = reported) =>
    setStep({ name: 'correct', reported, conflicts, isEdited: conflicts !== reported });

  /** `left` rows were not sent, `edited` rows were corrected in the preview. `rowOf` maps sent rows to the chosen file. */
  async function save(sent: File, { left = [], edited = [], rowOf = (row) => row }: SaveOptions = {}): Promise<void> {
    const outcome = await run(sent, { preview: false });
    if (!outcome) return;
    const { good, held: messagesHeld = 0, isUndecided = false } = outcome;
    const refused = outcome.conflicts.map((conflict) => ({ ...conflict, row: rowOf(conflict.row) }));
    const reported = [...left, ...refused].toSorted(({ row: one = 0 }, { row: other = 0 }) => one - other);
    const corrections = new Map(edited.map((conflict) => [conflict.row, conflict]));
    const conflicts =
      edited.length === 0 ? reported : reported.map((conflict) => corrections.get(conflict.row) ?? conflict);
    if (good.length > 0) toast(t('imports.done', { number: good.length }));
    if (messagesHeld > 0) return setStep({ name: 'held', sent, held: messagesHeld, isUndecided, reported, conflicts });
    finish(reported, conflicts);
    if (edited.length > 0) await sendCorrected(reported, conflicts);
  }

  /** Rows that the user left as they were are not sent again. */
  async function sendCorrected(
    reported: readonly Conflict[],
    conflicts: readonly Conflict[],
    all = false,
  ): Promise<void> {
    const isLeft = (row: Conflict, at: number) => {
      const before = reported[at];
      // Without the other row, the server would accept this one and overwrite that visitor.
      if (row.reason === 'phoneListedTwice' && row.phone === before?.phone) return true;
      return !all && [...columns, ...optional].every((column) => (row[column] ?? '') === (before?.[column] ?? ''));
    };
    const chosen = conflicts.filter((row, at) => !isLeft(row, at));
    if (chosen.length === 0) return;
    const written = [...columns, ...optional.filter((column) => chosen.some((row) => row[column] !== undefined))];
    const rows = chosen.map((row) => written.map((column) => row[column] ?? ''));
    const text = writeCsv([written.map((column) => titles[column]), ...rows]);
    const corrected = new File([text], 'corrected.csv', { type: csvFile.types[0] });
    await save(corrected, { left: conflicts.filter(isLeft), rowOf: (row = 0) => chosen[row - 2]?.row });
  }

  function finish(reported: readonly Conflict[], conflicts = reported) {
    if (conflicts.length === 0) onClose();
    else correct(reported, conflicts);
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
      setMapped(null);
      setKept([]);
      setFile(chosen);
    },
    preview: async () => {
      setMapped(null);
      if (file) await show(file);
    },
    changeMapping: (mapping: Mapping) => {
      setKept([]);
      if (step.name === 'map') setStep({ ...step, mapping });
    },
    applyMapping: async () => {
      if (step.name !== 'map' || !file) return;
      const { applyMapping } = await import('./mapping.ts');
      const sorted = applyMapping(file, step.sheet, { columns, optional }, step.mapping);
      setMapped({ step, ...sorted });
      await show(sorted.file, sorted.shift);
    },
    import: async () => {
      const sent = mapped?.file ?? file;
      if (step.name !== 'preview' || !sent) return;
      const before = step.outcome.conflicts;
      const shift = mapped?.shift ?? 0;
      const edited = step.conflicts.filter((row, at) => row !== before[at]);
      await save(sent, { edited, rowOf: (row = 0) => row - shift });
    },
    edit: (index: number, column: ImportColumn, value: string) => {
      if (step.name !== 'correct' && step.name !== 'preview') return;
      const conflicts = step.conflicts.map((row, at) => (at === index ? { ...row, [column]: value } : row));
      setStep({ ...step, conflicts, isEdited: true });
    },
    sendAgain: async () => {
      if (step.name === 'correct') await sendCorrected(step.reported, step.conflicts, true);
    },
    announce: async () => {
      if (step.name !== 'held') return;
      const outcome = await run(step.sent, { preview: false, announce: true });
      if (!outcome) return;
      const { held = 0 } = outcome;
      if (held > 0) return setStep({ ...step, held, isUndecided: false });
      toast(t('imports.announced', { count: step.held }));
      finish(step.reported, step.conflicts);
    },
    leaveHeld: () => {
      if (step.name === 'held') finish(step.reported, step.conflicts);
    },
    back: () => {
      setFailure(null);
      if (step.name !== 'preview') return setStep({ name: 'choose' });
      setKept(step.conflicts.filter((row, at) => row !== step.outcome.conflicts[at]));
      setStep(mapped?.step ?? { name: 'choose' });
    },
    reset: () => {
      setStep({ name: 'choose' });
      setFile(null);
      setGone(false);
      setMapped(null);
      setKept([]);
      setFailure(null);
    },
  };
}

/** Browsers fail to send a changed file as if offline. */
function isReadable(file: File): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
}

function isAboutColumns(error: unknown): boolean {
  const problem = error instanceof CallFailed ? error.problem : null;
  return problem?.reason === 'csvColumns' && problem.unclosedQuoteAt === undefined;
}
