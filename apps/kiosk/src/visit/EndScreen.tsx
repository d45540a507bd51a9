import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft, Check } from '@vestibule/ui/icons.tsx';
import { PrintFrame } from '@vestibule/web/PrintFrame.tsx';
import { useEffect, useId, useState } from 'react';
import type { Flow } from '../flow.ts';
import { Brand } from '../shell/Brand.tsx';
import { useDevice } from '../device/use-device.ts';
import { startStopwatch } from '../shell/clock.ts';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { describeEnd } from './describe-end.ts';
import classes from './EndScreen.module.css';

interface EndScreenProps {
  end: Extract<Flow, { at: 'end' }>;
  onClose: () => void;
  onBack: () => void;
  onRetry: () => void;
}

const passing = ['network', 'noAnswer', 'full', 'tooManyRequests', 'unexpected'];

const shownFor = 15_000;

export function EndScreen({ end, onClose, onBack, onRetry }: EndScreenProps) {
  const texts = useTexts();
  const { outcome } = end;
  const [prints, setPrints] = useState(1);
  const { notePrint } = useDevice();
  const words = useId();
  const isRefused = outcome.kind === 'refused';
  const mayRetry = isRefused && passing.includes(outcome.reason);
  // The visitor corrects input where it was typed.
  const mayGoBack = end.sent !== null && end.sent.past.length > 0;
  const isDone = !isRefused && outcome.kind !== 'declined';
  const badge = outcome.kind === 'checkedIn' ? outcome.badgeHtml : null;
  const { title, lines } = describeEnd(texts, end);
  useEffect(() => {
    // A refusal stays until the visitor confirms it.
    if (isRefused) return;
    const shown = startStopwatch();
    const look = () => {
      if (shown() >= (badge === null ? shownFor : shownFor * 2)) onClose();
    };
    const looking = setInterval(look, 250);
    return () => clearInterval(looking);
  }, [onClose, isRefused, badge, prints]);
  return (
    <Screen
      title={title}
      describedBy={words}
      top={<Brand />}
      above={
        !isDone ? undefined : (
          <span className={classes.mark}>
            <Check />
          </span>
        )
      }
      left={
        mayGoBack && (
          <Button variant="secondary" icon={<ArrowLeft />} onClick={onBack}>
            {texts.back}
          </Button>
        )
      }
    >
      <div id={words} className={classes.lines}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
      <div className={classes.close}>
        {mayRetry && (
          <Button variant="primary" size="large" onClick={onRetry}>
            {texts.problem.retry}
          </Button>
        )}
        <Button variant={mayRetry ? 'secondary' : 'primary'} size="large" onClick={onClose}>
          {isDone ? texts.done.close : texts.startOver}
        </Button>
        {badge !== null && (
          <Button
            variant="secondary"
            size="large"
            onClick={() => {
              setPrints(prints + 1);
              notePrint('again');
            }}
          >
            {texts.done.again}
          </Button>
        )}
      </div>
      {badge !== null && <PrintFrame key={prints} html={badge} title={texts.done.printing} />}
    </Screen>
  );
}
