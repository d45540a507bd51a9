import { Button } from '@vestibule/ui/Button.tsx';
import { useId } from 'react';
import { fill } from '../../ui/fill.ts';
import { Screen } from '../../ui/Screen.tsx';
import { useTexts } from '../../ui/texts.tsx';
import { NotMe } from './NotMe.tsx';
import { type QuestionProps, useWays } from './Ways.tsx';
import classes from './Offer.module.css';

/** Says what the tenant keeps, and asks whether that is agreed to. */
export function ConsentScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { consent } = useTexts();
  const words = useId();
  return (
    <Screen {...useWays(props)} title={consent.title} describedBy={words}>
      <NotMe {...props} />
      <p id={words} className={classes.text}>
        {fill(consent.text, { tenant: flow.answers.tenant?.name ?? consent.visited })}
      </p>
      <div className={classes.offers}>
        <Button variant="primary" size="large" onClick={() => go({ type: 'answer', answers: { hasConsented: true } })}>
          {consent.agree}
        </Button>
        <Button
          variant="secondary"
          size="large"
          onClick={() => go({ type: 'answer', answers: { hasConsented: false } })}
        >
          {consent.decline}
        </Button>
      </div>
    </Screen>
  );
}
