import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft, ArrowRight, RotateCcw } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import { type Asking, type FlowEvent, progressOf } from '../../flow.ts';
import { type FlowSettings, greetedName } from '../../questions.ts';
import { Brand } from '../../shell/Brand.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import classes from './Ways.module.css';

export interface QuestionProps {
  flow: Asking;
  settings: FlowSettings;
  go: (event: FlowEvent) => void;
}

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

export function NextButton({ form, disabled = false }: { form: string; disabled?: boolean }) {
  const texts = useTexts();
  return (
    <Button type="submit" form={form} variant="primary" disabled={disabled} icon={<ArrowRight />}>
      {texts.next}
    </Button>
  );
}

/** Lets a known visitor go back on the first question: a wrong digit may have found another person. */
export function NotMe({ flow, go }: QuestionProps) {
  const { tenant } = useTexts();
  const name = greetedName(flow.answers);
  if (!flow.isKnown || name === undefined || flow.past.length > 1) return null;
  return (
    <div>
      <Button variant="secondary" onClick={() => go({ type: 'notMe' })}>
        {fill(tenant.notYou, { name })}
      </Button>
    </div>
  );
}
