import type { UseMutationResult } from '@tanstack/react-query';
import { Button } from '@vestibule/ui/Button.tsx';
import { Download } from '@vestibule/ui/icons.tsx';
import { useProblemText } from '../problem-text.ts';
import { saveFile } from '../save-file.ts';
import { toast } from '../toast.ts';

interface ExportButtonProps<Input> {
  label: string;
  name: string;
  exporting: UseMutationResult<string, Error, Input>;
  input: Input;
  failed: (problem: string) => string;
}

/** A double click saves one file. */
export function ExportButton<Input>({ label, name, exporting, input, failed }: ExportButtonProps<Input>) {
  const problemText = useProblemText();
  const save = () =>
    exporting.mutateAsync(input).then(
      (csv) => saveFile(`${name}-${new Date().toISOString().slice(0, 10)}.csv`, 'text/csv;charset=utf-8', csv),
      (error) => toast(failed(problemText(error))),
    );
  return (
    <Button
      variant="secondary"
      icon={<Download size={18} aria-hidden />}
      onClick={() => void save()}
      loading={exporting.isPending}
      once
    >
      {label}
    </Button>
  );
}
