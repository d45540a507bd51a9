import { useEffect } from 'react';
import type { Flow } from '../flow.ts';
import { PrintFrame } from '../shell/PrintFrame.tsx';
import { Button } from '../ui/Button.tsx';
import { DoneIcon } from '../ui/icons.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { describeEnd } from './describe-end.ts';
import classes from './EndScreen.module.css';

interface EndScreenProps {
  end: Extract<Flow, { at: 'end' }>;
  onClose: () => void;
}

/** For how long the last words stand, if nobody closes them. */
const shownFor = 15_000;

/** Says how it ended: who was told, or why it did not work. */
export function EndScreen({ end, onClose }: EndScreenProps) {
  const texts = useTexts();
  const { outcome } = end;
  const isRefused = outcome.kind === 'refused';
  const { title, lines } = describeEnd(texts, end);
  useEffect(() => {
    const closing = setTimeout(onClose, isRefused ? shownFor * 2 : shownFor);
    return () => clearTimeout(closing);
  }, [onClose, isRefused]);
  return (
    <Screen
      title={title}
      above={
        isRefused ? undefined : (
          <span className={classes.mark}>
            <DoneIcon />
          </span>
        )
      }
    >
      <div role="status" className={classes.lines}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={classes.close}>
        <Button variant="primary" size="tall" onClick={onClose}>
          {isRefused ? texts.startOver : texts.done.close}
        </Button>
      </div>
      {outcome.kind === 'checkedIn' && outcome.badgeHtml !== null && (
        <PrintFrame html={outcome.badgeHtml} title={texts.done.printing} />
      )}
    </Screen>
  );
}
