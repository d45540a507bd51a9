import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { TextInput, type TextInputProps } from '@vestibule/ui/TextInput.tsx';
import { Eye, EyeOff } from '@vestibule/ui/icons.tsx';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

export function PasswordInput(props: Omit<TextInputProps, 'type' | 'rightSection'>) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const toggle = (
    <IconButton
      icon={isShown ? EyeOff : Eye}
      label={t(isShown ? 'ui.form.hidePassword' : 'ui.form.showPassword')}
      onClick={() => setShown(!isShown)}
    />
  );
  return <TextInput {...props} type={isShown ? 'text' : 'password'} rightSection={toggle} />;
}
