import { AccentColor } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../ui/problem-text.ts';
import { judgeAccent } from './accent.ts';
import classes from './AccentField.module.css';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';

const usualAccent = '#5B3FD6';

/** The accent color, typed or picked, and how it will be readable on the kiosk. */
export function AccentField({ form }: { form: KioskSettingsForm }) {
  const { t } = useTranslation();
  const errorText = useErrorText();
  const { field, fieldState } = useController({ control: form.control, name: 'accentColor' });
  const typed = field.value ?? '';
  const color = AccentColor.safeParse(typed).data ?? null;
  const key = fieldState.error?.message;
  const choose = (text: string) => field.onChange(text === '' ? null : text);

  return (
    <>
      <div className={classes.line}>
        <input
          className={classes.swatch}
          type="color"
          aria-label={t('kioskSettings.field.pickColor')}
          value={(color ?? usualAccent).toLowerCase()}
          onChange={(event) => choose(event.currentTarget.value.toUpperCase())}
        />
        <TextInput
          {...field}
          label={t('kioskSettings.field.accentColor')}
          isLabelHidden
          className={classes.text}
          value={typed}
          onChange={(event) => choose(event.currentTarget.value)}
          placeholder={usualAccent}
          autoComplete="off"
          spellCheck={false}
          error={key && errorText(key)}
        />
        {typed !== '' && (
          <Button variant="flat" onClick={() => choose('')}>
            {t('kioskSettings.field.usualColor')}
          </Button>
        )}
      </div>
      <div role="status" className={classes.verdict}>
        {color && <Verdict color={color} />}
      </div>
      <p className={classes.help}>{t('kioskSettings.field.accentColorHelp')}</p>
    </>
  );
}

function Verdict({ color }: { color: string }) {
  const { t } = useTranslation();
  const { fill, isDarkened, words, onFill, inLight, inDark, hiddenIn } = judgeAccent(color);
  const ratio = (contrast: number) => contrast.toFixed(1);
  const kind = isDarkened ? 'darkened' : words;
  return (
    <>
      <p className={classes.sample} style={{ backgroundColor: fill, color: words === 'white' ? '#FFFFFF' : '#16161D' }}>
        {t('kioskSettings.accent.sample')}
      </p>
      <p>{t(`kioskSettings.accent.${kind}`, { color: fill, ratio: ratio(onFill) })}</p>
      <p>{t('kioskSettings.accent.modes', { light: ratio(inLight), dark: ratio(inDark) })}</p>
      {hiddenIn && <p className={classes.warning}>{t(`kioskSettings.accent.hidden.${hiddenIn}`)}</p>}
    </>
  );
}
