import { Button } from '@vestibule/ui/Button.tsx';
import { ArrowLeft, ArrowRight, RotateCcw } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';
import type { Asking, FlowEvent } from '../../flow-states.ts';
import { type FlowSettings, greetedName } from '../../questions.ts';
import { Band } from '../../shell/Face.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import { Tools } from '../Tools.tsx';
import classes from './Ways.module.css';

export interface QuestionProps {
  flow: Asking;
  settings: FlowSettings;
  go: (event: FlowEvent) => void;
}

interface Ways {
  top: ReactNode;
  above: ReactNode;
  left: ReactNode;
  tools: ReactNode;
}

export function useWays({ flow, go }: QuestionProps): Ways {
  const texts = useTexts();
  return {
    top: <Band />,
    above: <Progress number={flow.past.length + 1} />,
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
    tools: <Tools />,
  };
}

/** A dot per question so far. The number of the next ones changes with the answers, so it is not shown. */
function Progress({ number }: { number: number }) {
  const { progress } = useTexts();
  if (number === 1) return null;
  return (
    <div className={classes.dots} role="img" aria-label={fill(progress, { number })}>
      {Array.from({ length: number }, (_, index) => `dot ${index + 1}`).map((dot, index) => (
        <span key={dot} className={classes.dot} data-state={index + 1 === number ? 'now' : 'done'} />
      ))}
    </div>
  );
}

interface NextButtonProps {
  form: string;
  disabled?: boolean;
  loading?: boolean;
  label?: string;
}

export function NextButton({ form, disabled = false, loading = false, label }: NextButtonProps) {
  const texts = useTexts();
  return (
    <Button type="submit" form={form} variant="primary" disabled={disabled} loading={loading} icon={<ArrowRight />}>
      {label ?? texts.next}
    </Button>
  );
}

/** Lets a known visitor go back on the first question: a wrong digit may have found another person. */
export function NotMe({ flow, go }: QuestionProps) {
  const { found } = useTexts();
  const name = greetedName(flow.answers);
  if (!flow.isKnown || name === undefined || flow.past.length > 1) return null;
  return (
    <Button variant="secondary" onClick={() => go({ type: 'notMe' })}>
      {fill(found.notYou, { name })}
    </Button>
  );
}
