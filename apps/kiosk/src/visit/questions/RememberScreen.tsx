import { Button } from '@vestibule/ui/Button.tsx';
import { Screen } from '../../ui/Screen.tsx';
import { useTexts } from '../../ui/texts.tsx';
import { NotMe } from './NotMe.tsx';
import { type QuestionProps, useWays } from './Ways.tsx';
import classes from './Offer.module.css';

/** Asks whether name and company may be filled in the next time. Neither answer is louder than the other. */
export function RememberScreen(props: QuestionProps) {
  const { remember } = useTexts();
  const answer = (shouldSaveData: boolean) => props.go({ type: 'answer', answers: { shouldSaveData } });
  const { badgeCode } = props.flow.answers;
  const text = badgeCode === undefined ? `${remember.text} ${remember.thisVisit}` : remember.text;
  return (
    <Screen {...useWays(props)} title={remember.title} text={text}>
      <NotMe {...props} />
      <div className={classes.offers}>
        <Button variant="secondary" size="large" onClick={() => answer(true)}>
          {remember.yes}
        </Button>
        <Button variant="secondary" size="large" onClick={() => answer(false)}>
          {remember.no}
        </Button>
      </div>
    </Screen>
  );
}
