import type { Control } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../../ui/form/TextField.tsx';

interface CodeFieldProps {
  control: Control<{ code: string }, unknown, { code: string }>;
  help?: string;
  size?: 'medium' | 'large';
}

export function CodeField({ control, help, size }: CodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextField
      control={control}
      name="code"
      written="code"
      label={t('secondFactor.code')}
      required
      autoComplete="one-time-code"
      initialFocus
      {...(help !== undefined && { help })}
      {...(size && { size })}
    />
  );
}
