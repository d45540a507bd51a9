import { type FileRule, isAccepted, largestFile } from '@vestibule/contract/platform/file.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Upload } from '@vestibule/ui/icons.tsx';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './DropZone.module.css';

interface DropZoneProps {
  /** What the call takes. A file that it would refuse is told so here, before anything is sent. */
  rule: FileRule;
  /** What to drop here. */
  label: string;
  /** Help, below. */
  description?: string;
  /** What the server said about the last file. */
  error?: string | undefined;
  /** With the file that was taken: meanwhile it takes no other. */
  isBusy?: boolean;
  onFile: (file: File) => void;
}

type Complaint = 'fileType' | 'fileSize' | 'tooManyFiles';

/** Takes one file, dropped here or chosen with the button. */
export function DropZone({ rule, label, description, error, isBusy = false, onFile }: DropZoneProps) {
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const [isOver, setOver] = useState(false);
  const types = rule.extensions.join(', ');
  useEffect(refuseFilesBeside, []);

  const take = (files: FileList | null) => {
    const chosen = choose(files, rule);
    setComplaint(typeof chosen === 'string' ? chosen : null);
    if (chosen instanceof File) onFile(chosen);
  };

  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(!isBusy);
  };

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) take(event.dataTransfer.files);
  };

  const problem = complaint ? t(`ui.dropZone.${complaint}`, { types, bytes: String(largestFile) }) : error;

  return (
    <div className={classes.field}>
      <div
        className={classes.zone}
        data-over={isOver || undefined}
        data-problem={problem !== undefined || undefined}
        onDragEnter={drag}
        onDragOver={drag}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Upload className={classes.icon} size={24} aria-hidden />
        <span id={`${id}-label`}>{label}</span>
        <Button
          id={`${id}-button`}
          variant="secondary"
          size="small"
          loading={isBusy}
          onClick={() => input.current?.click()}
          aria-describedby={`${id}-label ${id}-description ${id}-problem`}
          data-autofocus
        >
          {t('ui.dropZone.choose')}
        </Button>
        <input
          ref={input}
          type="file"
          accept={[...rule.extensions, ...rule.types].join()}
          tabIndex={-1}
          aria-labelledby={`${id}-label`}
          hidden
          onChange={(event) => {
            take(event.currentTarget.files);
            // The same file again, corrected meanwhile, is a choice too.
            event.currentTarget.value = '';
          }}
        />
      </div>
      {description && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      <p className={classes.problem} id={`${id}-problem`} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** Keeps the browser from opening a file in the place of the page when it is dropped beside the zone. */
function refuseFilesBeside() {
  const refuse = (event: globalThis.DragEvent) => {
    const { dataTransfer } = event;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'none';
  };
  addEventListener('dragover', refuse);
  addEventListener('drop', refuse);
  return () => {
    removeEventListener('dragover', refuse);
    removeEventListener('drop', refuse);
  };
}

/** The one file, or what is wrong with what was dropped; undefined where nothing was. */
function choose(files: FileList | null, rule: FileRule): File | Complaint | undefined {
  const [file, ...others] = files ?? [];
  if (!file) return undefined;
  if (others.length > 0) return 'tooManyFiles';
  const named = withKnownType(file, rule);
  if (!isAccepted(rule, named)) return 'fileType';
  return named.size > largestFile ? 'fileSize' : named;
}

/** What some systems call a spreadsheet by its program, or by nothing, is of the one type that its name says. */
function withKnownType(file: File, { types }: FileRule): File {
  const [type, ...others] = types;
  if (type === undefined || others.length > 0 || file.type === type) return file;
  return new File([file], file.name, { type });
}
