import { kioskPreviewPath, previewScreens, type PreviewScreen } from '@vestibule/contract/kiosks/kiosk-preview.ts';
import type { KioskSettings } from '@vestibule/contract/kiosks/kiosk-settings.ts';
import type { Language } from '@vestibule/contract/platform/values.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useId, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectInput } from '../../ui/form/SelectInput.tsx';
import { languageOption } from '../../ui/language-name.ts';
import type { KioskSettingsForm } from './kiosk-settings-form.ts';
import classes from './KioskPreview.module.css';
import { usePreviewFrame, useShownSettings } from './use-kiosk-preview.ts';

const sizes = { landscape: { width: 1280, height: 800 }, portrait: { width: 800, height: 1280 } } as const;
type Orientation = keyof typeof sizes;

interface KioskPreviewProps {
  form: KioskSettingsForm;
  before: KioskSettings;
}

/** The real kiosk app in a frame, with the settings as typed. */
export function KioskPreview({ form, before }: KioskPreviewProps) {
  const { t } = useTranslation();
  const id = useId();
  const [orientation, setOrientation] = useState<Orientation>('landscape');
  const [screen, setScreen] = useState<PreviewScreen>('welcome');
  const [chosen, setChosen] = useState<Language | null>(null);
  const [isTrying, setIsTrying] = useState(false);
  const [turn, setTurn] = useState(1);
  const languages = useWatch({ control: form.control, name: 'languages' });
  const defaultLanguage = useWatch({ control: form.control, name: 'defaultLanguage' });
  const language = chosen !== null && languages.includes(chosen) ? chosen : defaultLanguage;
  const shown = useShownSettings(form, before);
  const { frame, place, scale } = usePreviewFrame(
    shown && { ...shown, language, screen, isTrying, turn },
    sizes[orientation].width,
  );
  const { width, height } = sizes[orientation];
  const startOver = () => setTurn((last) => last + 1);

  const show = (next: PreviewScreen) => {
    setScreen(next);
    setIsTrying(false);
    startOver();
  };
  const tryIt = (isOn: boolean) => {
    setIsTrying(isOn);
    startOver();
    if (isOn) frame.current?.focus();
  };

  return (
    <section className={classes.preview} aria-labelledby={id}>
      <header className={classes.head}>
        <h2 className={classes.title} id={id}>
          {t('kioskSettings.preview.title')}
        </h2>
        <Choices
          label={t('kioskSettings.preview.orientation.label')}
          options={(['landscape', 'portrait'] as const).map((value) => ({
            value,
            label: t(`kioskSettings.preview.orientation.${value}`),
          }))}
          chosen={orientation}
          onChoose={setOrientation}
        />
        <SelectInput
          label={t('kioskSettings.preview.language')}
          value={language}
          onChange={(event) => {
            setChosen(languages.find((each) => each === event.currentTarget.value) ?? null);
            startOver();
          }}
        >
          {languages.map(languageOption).map(({ value, label, lang }) => (
            <option key={value} value={value} lang={lang}>
              {label}
            </option>
          ))}
        </SelectInput>
      </header>
      <div ref={place} className={classes.place} data-orientation={orientation} style={{ height: height * scale }}>
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page: without its origin it could load no module or picture */}
        <iframe
          ref={frame}
          className={classes.frame}
          src={kioskPreviewPath}
          title={t('kioskSettings.preview.frame')}
          width={width}
          height={height}
          style={{ scale }}
          inert={!isTrying}
        />
      </div>
      <Choices
        label={t('kioskSettings.preview.screens')}
        options={previewScreens.map((value) => ({ value, label: t(`kioskSettings.preview.screen.${value}`) }))}
        chosen={isTrying ? null : screen}
        onChoose={show}
      />
      <div className={classes.trial}>
        <p className={classes.help}>{t(isTrying ? 'kioskSettings.preview.trying' : 'kioskSettings.preview.help')}</p>
        {isTrying && (
          <Button variant="flat" onClick={() => tryIt(false)}>
            {t('kioskSettings.preview.stop')}
          </Button>
        )}
        <Button variant="secondary" onClick={() => tryIt(true)}>
          {t(isTrying ? 'kioskSettings.preview.tryAgain' : 'kioskSettings.preview.tryIt')}
        </Button>
      </div>
    </section>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  options: { value: Value; label: string }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

function Choices<Value extends string>({ label, options, chosen, onChoose }: ChoicesProps<Value>) {
  return (
    <div role="group" aria-label={label} className={classes.choices}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.choice}
          aria-pressed={option.value === chosen}
          onClick={() => onChoose(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
