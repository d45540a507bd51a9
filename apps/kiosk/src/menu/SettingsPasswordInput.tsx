import { TextInput } from '@vestibule/ui/TextInput.tsx';
import type { ComponentProps } from 'react';
import { useTexts } from '../ui/texts.tsx';
import { typing } from '../ui/typing.ts';

interface SettingsPasswordInputProps extends Pick<ComponentProps<typeof TextInput>, 'enterKeyHint' | 'autoFocus'> {
  value: string;
  onChange: (value: string) => void;
  /** Id of the element with the problem, or null if there is no problem. */
  problemId: string | null;
}

/** Input for the settings password of the kiosk. The browser must not offer to store it. */
export function SettingsPasswordInput({ value, onChange, problemId, ...rest }: SettingsPasswordInputProps) {
  const { menu } = useTexts();
  return (
    <TextInput
      {...typing}
      {...rest}
      label={menu.password}
      type="password"
      autoComplete="new-password"
      aria-invalid={problemId !== null}
      aria-describedby={problemId ?? undefined}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      maxLength={512}
    />
  );
}
