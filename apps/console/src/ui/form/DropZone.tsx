import { type FileRule, isAccepted, largestFile } from '@vestibule/contract/platform/file.ts';
import { DropZone as Zone } from '@vestibule/ui/DropZone.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface DropZoneProps {
  rule: FileRule;
  label: string;
  description?: string;
  error?: string | undefined;
  isBusy?: boolean;
  isFirst?: boolean;
  onFile: (file: File) => void;
}

type Complaint = 'fileType' | 'fileSize' | 'tooManyFiles';

export function DropZone({ rule, error, onFile, ...zone }: DropZoneProps) {
  const { t } = useTranslation();
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const types = rule.extensions.join(', ');

  const take = (files: readonly File[]) => {
    const chosen = choose(files, rule);
    setComplaint(typeof chosen === 'string' ? chosen : null);
    if (chosen instanceof File) onFile(chosen);
  };

  return (
    <Zone
      {...zone}
      chooseLabel={t('ui.dropZone.choose')}
      accept={[...rule.extensions, ...rule.types]}
      error={complaint ? t(`ui.dropZone.${complaint}`, { types, bytes: String(largestFile) }) : error}
      onFiles={take}
    />
  );
}

/** Returns the file, the reason why it is refused, or undefined without a file. */
function choose([file, ...others]: readonly File[], rule: FileRule): File | Complaint | undefined {
  if (!file) return undefined;
  if (others.length > 0) return 'tooManyFiles';
  const named = withKnownType(file, rule);
  if (!isAccepted(rule, named)) return 'fileType';
  return named.size > largestFile ? 'fileSize' : named;
}

/** Some systems declare another type or none. Does not replace the type of a picture. */
function withKnownType(file: File, { types }: FileRule): File {
  const [type, ...others] = types;
  if (type === undefined || others.length > 0 || file.type === type || file.type.startsWith('image/')) return file;
  return new File([file], file.name, { type });
}
