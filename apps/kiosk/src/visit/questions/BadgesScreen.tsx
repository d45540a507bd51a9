import { Button } from '@vestibule/ui/Button.tsx';
import { usesMemory } from '../../questions.ts';
import { Screen } from '../../ui/Screen.tsx';
import { useTexts } from '../../ui/texts.tsx';
import { NotMe } from './NotMe.tsx';
import { type QuestionProps, useWays } from './Ways.tsx';
import classes from './Offer.module.css';

/** Asks which of the tenant's badges are to be printed. */
export function BadgesScreen(props: QuestionProps) {
  const { badges } = useTexts();
  const tenant = props.flow.answers.tenant;
  const hasMain = tenant?.enablePrintBadgeOption ?? false;
  const hasParking = tenant?.enablePrintParkingBadgeOption ?? false;
  const print = (main: boolean, parking: boolean) =>
    props.go({ type: 'answer', answers: { badges: { main, parking } } });
  return (
    <Screen {...useWays(props)} title={badges.title} text={usesMemory(props.flow.answers) ? badges.typed : undefined}>
      <NotMe {...props} />
      <div className={classes.offers}>
        {hasMain && (
          <Button variant="primary" size="large" onClick={() => print(true, false)}>
            {badges.visitor}
          </Button>
        )}
        {hasParking && (
          <Button variant={hasMain ? 'secondary' : 'primary'} size="large" onClick={() => print(false, true)}>
            {badges.parking}
          </Button>
        )}
        {hasMain && hasParking && (
          <Button variant="secondary" size="large" onClick={() => print(true, true)}>
            {badges.both}
          </Button>
        )}
        <Button variant="secondary" size="large" onClick={() => print(false, false)}>
          {badges.none}
        </Button>
      </div>
    </Screen>
  );
}
