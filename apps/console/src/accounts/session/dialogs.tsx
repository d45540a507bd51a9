import { PasswordChange, changePassword } from '@vestibule/contract/accounts/session.ts';
import { languages } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Check } from '@vestibule/ui/icons.tsx';
import { call } from '@vestibule/web/call.ts';
import { createRepeat } from '@vestibule/web/once.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DiscardDialog } from '../../ui/dialog/DiscardDialog.tsx';
import { FormDialog } from '../../ui/dialog/FormDialog.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useZodForm } from '../../ui/form/use-zod-form.ts';
import { toast } from '../../ui/toast.ts';
import classes from './LanguageDialog.module.css';
import { useLogOut } from './use-log-out.ts';

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function ChangePasswordDialog({ opened, onClose }: ChangePasswordDialogProps) {
  const { t } = useTranslation();
  const form = useZodForm(PasswordChange, { defaultValues: { currentPassword: '', newPassword: '' } });
  const [repeatable] = useState(() => createRepeat('currentPasswordIncorrect'));
  const change = async (body: { currentPassword: string; newPassword: string }) => {
    const isSure = await repeatable(body, async () => (await call(changePassword, { body })) === null);
    // If the new password is already the current one, the lost attempt set it.
    if (!isSure) await call(changePassword, { body: { ...body, currentPassword: body.newPassword } });
    toast(t('session.password.changed'));
  };

  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('session.password.title')}
      form={form}
      onSubmit={change}
      reasonFields={{ currentPasswordIncorrect: 'currentPassword' }}
    >
      <PasswordField
        control={form.control}
        name="currentPassword"
        label={t('session.password.current')}
        required
        autoComplete="current-password"
        initialFocus
      />
      <PasswordField
        control={form.control}
        name="newPassword"
        label={t('session.password.new')}
        required
        help={t('session.password.rules')}
        autoComplete="new-password"
      />
    </FormDialog>
  );
}

interface LanguageDialogProps {
  opened: boolean;
  onClose: () => void;
  /** The screens have all texts in all languages. */
  isComplete?: boolean;
}

export function LanguageDialog({ opened, onClose, isComplete = false }: LanguageDialogProps) {
  const { t, i18n } = useTranslation();
  const choose = async (language: string) => {
    await i18n.changeLanguage(language);
    onClose();
  };

  return (
    <Dialog isForm opened={opened} onClose={onClose} title={t('shell.language.title')}>
      {!isComplete && <p className={classes.help}>{t('shell.language.help')}</p>}
      <div className={classes.list}>
        {languages.map((language) => {
          const isChosen = language === i18n.language;
          return (
            <button
              key={language}
              type="button"
              className={classes.language}
              aria-pressed={isChosen}
              data-autofocus={isChosen || undefined}
              onClick={() => choose(language)}
            >
              <span lang={languagesOfInterface[language].tag}>{languagesOfInterface[language].name}</span>
              {isChosen ? <Check size={18} aria-hidden /> : <span className={classes.code}>{language}</span>}
            </button>
          );
        })}
      </div>
    </Dialog>
  );
}

interface LogOutDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Warns of unsaved input. */
export function LogOutDialog({ opened, onClose }: LogOutDialogProps) {
  const logOut = useLogOut();
  const discard = () => {
    onClose();
    void logOut();
  };
  return <DiscardDialog opened={opened} onClose={onClose} onDiscard={discard} />;
}
