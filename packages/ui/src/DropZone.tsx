import { Button } from './Button.tsx';
import { Upload } from './icons.tsx';
import { useEffect, useId } from 'react';
import { DropZone as AriaDropZone, FileTrigger, isFileDropItem, Pressable, Text } from 'react-aria-components';
import classes from './DropZone.module.css';

interface DropZoneProps {
  label: string;
  chooseLabel: string;
  accept: readonly string[];
  description?: string | undefined;
  error?: string | undefined;
  isBusy?: boolean | undefined;
  /** Has the focus first in a dialog. */
  isFirst?: boolean | undefined;
  onFiles: (files: readonly File[]) => void;
}

export function DropZone({ label, chooseLabel, accept, description, error, onFiles, ...props }: DropZoneProps) {
  const { isBusy = false, isFirst = true } = props;
  const id = useId();
  useEffect(refuseFilesBeside, []);

  return (
    <div className={classes.field}>
      <AriaDropZone
        className={classes.zone ?? ''}
        isDisabled={isBusy}
        data-problem={error !== undefined || undefined}
        onDrop={async ({ items }) =>
          onFiles(await Promise.all(items.filter(isFileDropItem).map((item) => item.getFile())))
        }
      >
        <Upload className={classes.icon} size={24} aria-hidden />
        <Text slot="label" id={`${id}-label`}>
          {label}
        </Text>
        <FileTrigger acceptedFileTypes={accept} onSelect={(files) => onFiles([...(files ?? [])])}>
          <Pressable isDisabled={isBusy}>
            <Button
              variant="secondary"
              size="small"
              loading={isBusy}
              aria-describedby={`${id}-label ${id}-description ${id}-problem`}
              data-autofocus={isFirst || undefined}
            >
              {chooseLabel}
            </Button>
          </Pressable>
        </FileTrigger>
      </AriaDropZone>
      {description && (
        <p className={classes.description} id={`${id}-description`}>
          {description}
        </p>
      )}
      <p className={classes.problem} id={`${id}-problem`} role="alert">
        {error}
      </p>
    </div>
  );
}

/** Keeps the browser from opening a file in place of the page when the user drops it beside the zone. */
function refuseFilesBeside() {
  const refuse = (event: DragEvent) => {
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
