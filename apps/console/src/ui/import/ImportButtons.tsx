import { Button } from '@vestibule/ui/Button.tsx';
import { useTranslation } from 'react-i18next';
import type { Import } from './use-import.ts';

interface ImportButtonsProps {
  work: Import;
  onPreview: () => Promise<void>;
  onClose: () => void;
}

/** The way back and the way on from the step that an import is at. The way on is another button at each, and takes no second press. */
export function ImportButtons({ work, onPreview, onClose }: ImportButtonsProps) {
  const { t } = useTranslation();
  const { step } = work;
  const isBusy = work.progress !== null;
  switch (step.name) {
    case 'choose':
      return (
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {t('ui.button.cancel')}
          </Button>
          <Button key={step.name} onClick={() => void onPreview()} loading={isBusy}>
            {t('imports.preview')}
          </Button>
        </>
      );
    case 'preview':
      return (
        <>
          <Button variant="secondary" onClick={work.back} disabled={isBusy}>
            {t('imports.back')}
          </Button>
          <Button
            key={step.name}
            onClick={() => void work.import()}
            loading={isBusy}
            disabled={step.outcome.good.length === 0}
          >
            {t('imports.submit')}
          </Button>
        </>
      );
    case 'held':
      return (
        <>
          <Button variant="secondary" onClick={work.leaveHeld} disabled={isBusy}>
            {t(step.isUndecided ? 'imports.leaveHeld' : 'ui.button.close')}
          </Button>
          {step.isUndecided && (
            <Button key={step.name} onClick={() => void work.announce()} loading={isBusy}>
              {t('imports.announce', { count: step.held })}
            </Button>
          )}
        </>
      );
    case 'correct':
      return (
        <>
          <Button variant="secondary" onClick={onClose} disabled={isBusy}>
            {t('ui.button.close')}
          </Button>
          <Button key={step.name} onClick={() => void work.sendAgain()} loading={isBusy} disabled={!step.isEdited}>
            {t('imports.submitAgain')}
          </Button>
        </>
      );
  }
}
