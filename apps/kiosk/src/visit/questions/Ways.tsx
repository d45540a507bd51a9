import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft, ArrowRight, RotateCcw } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import { type Asking, type FlowEvent, progressOf } from '../../flow.ts';
import type { FlowSettings } from '../../questions.ts';
import { Brand } from '../../shell/Brand.tsx';
import { fill } from '../../ui/fill.ts';
import { useTexts } from '../../ui/texts.tsx';
import classes from './Ways.module.css';

/** What every question's screen is given. */
export interface QuestionProps {
  flow: Asking;
  settings: FlowSettings;
  go: (event: FlowEvent) => void;
}

/** What every question has in common: whose house it is, how far somebody is, and the ways back. */
export function useWays({ flow, settings, go }: QuestionProps): { top: ReactNode; above: ReactNode; left: ReactNode } {
  const texts = useTexts();
  return {
    top: <Brand />,
    above: <Progress {...progressOf(flow, settings)} />,
    left: (
      <>
        <Button variant="secondary" icon={<ArrowLeft />} onClick={() => go({ type: 'back' })}>
          {texts.back}
        </Button>
        <Button variant="secondary" icon={<RotateCcw />} onClick={() => go({ type: 'reset' })}>
          {texts.startOver}
        </Button>
      </>
    ),
  };
}

function Progress({ number, count }: { number: number; count: number }) {
  const { progress } = useTexts();
  if (count === 1) return null;
  return (
    <div className={classes.dots} role="img" aria-label={fill(progress, { number, count })}>
      {Array.from({ length: count }, (_, index) => `dot ${index + 1}`).map((dot, index) => (
        <span
          key={dot}
          className={classes.dot}
          data-state={index + 1 === number ? 'now' : index < number ? 'done' : 'open'}
        />
      ))}
    </div>
  );
}

/** Goes on; sends the form that it belongs to. */
export function NextButton({ form, disabled = false }: { form: string; disabled?: boolean }) {
  const texts = useTexts();
  return (
    <Button type="submit" form={form} variant="primary" disabled={disabled} icon={<ArrowRight />}>
      {texts.next}
    </Button>
  );
}
