import { Button } from '@vestibule/ui/Button.tsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../../ui/copy-text.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { toast } from '../../../ui/toast.ts';
import classes from './RecoveryCodes.module.css';

export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const { t } = useTranslation();
  const text = `${codes.join('\n')}\n`;
  const first = useRef<HTMLButtonElement>(null);

  // The codes replace the focused form. A held Enter could press the button that dismisses them.
  useEffect(() => first.current?.focus(), []);

  const copy = async () => {
    const isCopied = await copyText(text);
    toast(t(isCopied ? 'secondFactor.copied' : 'secondFactor.notCopied'));
  };

  return (
    <div className={classes.content}>
      <Notice kind="information">{t('secondFactor.keepCodes')}</Notice>
      <ul className={classes.codes} aria-label={t('secondFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button ref={first} variant="secondary" size="small" onClick={copy}>
          {t('secondFactor.copy')}
        </Button>
        <Button
          variant="secondary"
          size="small"
          onClick={() => saveFile('vestibule-recovery-codes.txt', 'text/plain', text)}
        >
          {t('secondFactor.save')}
        </Button>
      </div>
    </div>
  );
}
