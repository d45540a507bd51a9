import { languages as allLanguages, type Language } from '@vestibule/contract/platform/values.ts';
import { languagesOfInterface } from '@vestibule/phrases/languages.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { Dialog } from '@vestibule/ui/Dialog.tsx';
import { Check } from '@vestibule/ui/icons.tsx';
import { useRunning } from '../device/use-device.ts';
import { useBack } from '../shell/use-back.ts';
import { useSpoken, useTexts } from '../ui/texts.tsx';
import type { Tool, ToolState } from './Tools.tsx';
import classes from './Tools.module.css';
import './views.css';

export function ToolDialogs({ tool, open, view }: ToolState & { tool: Tool }) {
  const onClose = () => open(null);
  useBack(true, onClose);
  return tool === 'language' ? <LanguageDialog onClose={onClose} /> : <AccessDialog view={view} onClose={onClose} />;
}

/** Each name once: `se` and `sv` are both Swedish. */
function distinct(languages: readonly Language[]): Language[] {
  const byTag = new Map(languages.toReversed().map((each) => [languagesOfInterface[each].tag, each]));
  const kept = new Set(byTag.values());
  return allLanguages.filter((each) => kept.has(each));
}

function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { language, speak, texts } = useSpoken();
  const { languages } = useRunning().config.settings;
  const { tag } = languagesOfInterface[language];
  return (
    <Dialog isOpen isForm title={texts.chooseLanguage} onClose={onClose}>
      <div className={classes.languages}>
        {distinct(languages).map((each, index) => (
          <Button
            key={each}
            lang={languagesOfInterface[each].tag}
            variant={languagesOfInterface[each].tag === tag ? 'primary' : 'secondary'}
            aria-pressed={languagesOfInterface[each].tag === tag}
            onClick={() => {
              speak(each);
              onClose();
            }}
            data-autofocus={index === 0 || undefined}
          >
            {languagesOfInterface[each].name}
          </Button>
        ))}
      </div>
      <Button variant="flat" onClick={onClose}>
        {texts.close}
      </Button>
    </Dialog>
  );
}

const modes = ['large', 'contrast', 'low'] as const;

function AccessDialog({ view: { view, change }, onClose }: Pick<ToolState, 'view'> & { onClose: () => void }) {
  const { access, close } = useTexts();
  return (
    <Dialog isOpen isForm title={access.title} onClose={onClose}>
      <div className={`${classes.languages} ${classes.modes}`}>
        {modes.map((mode, index) => (
          <Button
            key={mode}
            variant={view[mode] ? 'primary' : 'secondary'}
            aria-pressed={view[mode]}
            icon={view[mode] && <Check />}
            onClick={() => change({ ...view, [mode]: !view[mode] })}
            data-autofocus={index === 0 || undefined}
          >
            {access[mode]}
          </Button>
        ))}
      </div>
      <Button variant="flat" onClick={onClose}>
        {close}
      </Button>
    </Dialog>
  );
}
