import { Button } from '@vestibule/ui/Button.tsx';
import { Check } from '@vestibule/ui/icons.tsx';
import { type ReactNode, useId, useState } from 'react';
import { type Answers, type Ask, asksOf, greetedName, usesMemory } from '../../questions.ts';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import classes from './ConfirmScreen.module.css';
import offers from './Offer.module.css';
import { useGuestTitle } from './InvitationScreens.tsx';
import { NextButton, NotMe, type QuestionProps, useWays } from './Ways.tsx';

type Chosen = Pick<Answers, 'hasConsented' | 'shouldSaveData' | 'badges'>;

/**
 * Consent, remembering and badge. All answers look the same and none is preselected. Only the consent is required: a visitor who does not
 * answer the others is not remembered and gets no badge.
 */
export function ConfirmScreen(props: QuestionProps) {
  const { flow, settings, go } = props;
  const texts = useTexts();
  const { confirm, consent, found, remember, welcome } = texts;
  const ways = useWays(props);
  const form = useId();
  const { given, answers } = flow;
  const [chosen, setChosen] = useState<Chosen>(given);
  const asks = asksOf(answers, settings);
  const has = (ask: Ask) => asks.includes(ask);
  const choose = (choice: Chosen) => setChosen((before) => ({ ...before, ...choice }));
  const { tenant, repeatsLastVisit } = answers;
  const name = greetedName(answers);
  // A long name would take the room of the questions.
  const title = name === undefined || name.length > 24 ? confirm.title : fill(confirm.titleKnown, { name });
  // A guest with a pass sees the greeting here, instead of on a screen of its own.
  const isGreeting = answers.finding?.kind === 'invited';
  const guestTitle = useGuestTitle(flow);
  const retention = (repeatsLastVisit ?? tenant)?.gdprHandling;
  const wantsBadge = chosen.badges?.main === true || chosen.badges?.parking === true;
  const typesForBadge = wantsBadge && usesMemory(answers);
  const isForgotten = chosen.shouldSaveData === false && answers.badgeCode === undefined;
  const isReady = !has('consent') || chosen.hasConsented === true;
  const submit = () => {
    if (!isReady) return;
    const { hasConsented, shouldSaveData = null, badges: wanted = { main: false, parking: false } } = chosen;
    go({
      type: 'answer',
      answers: {
        ...(isGreeting && { finding: null }),
        ...(has('consent') && { hasConsented }),
        ...(has('remember') && { shouldSaveData }),
        ...(has('badges') && { badges: wanted }),
      },
    });
  };
  const host = answers.employee?.name;
  const lines = [
    ...(isGreeting ? [fill(found.expected, { tenant: host ?? tenant?.name ?? '' })] : []),
    // The text of the consent names the tenant.
    ...(has('consent')
      ? [fill(consent.text, { tenant: tenant?.name ?? consent.visited })]
      : isGreeting && tenant && host !== undefined
        ? [tenant.name]
        : []),
  ];
  return (
    <Screen
      {...ways}
      title={isGreeting ? guestTitle : title}
      text={lines.length > 0 ? lines.map((line) => <p key={line}>{line}</p>) : undefined}
      right={<NextButton form={form} disabled={!isReady} label={typesForBadge ? texts.next : welcome.checkIn} />}
    >
      <form
        id={form}
        className={classes.asks}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {has('consent') && (
          <Question title={consent.title} text={retention && consent[retention]}>
            <Option isOn={chosen.hasConsented === true} onChoose={() => choose({ hasConsented: true })}>
              {consent.agree}
            </Option>
            <Option isOn={false} onChoose={() => go({ type: 'answer', answers: { hasConsented: false } })}>
              {consent.decline}
            </Option>
          </Question>
        )}
        {has('remember') && (
          <Question title={remember.title} text={isForgotten ? remember.thisVisit : remember.text} isClear>
            <Option isOn={chosen.shouldSaveData === true} onChoose={() => choose({ shouldSaveData: true })}>
              {remember.yes}
            </Option>
            <Option isOn={chosen.shouldSaveData === false} onChoose={() => choose({ shouldSaveData: false })}>
              {remember.no}
            </Option>
          </Question>
        )}
        {has('badges') && (
          <BadgeQuestion
            {...props}
            wanted={chosen.badges}
            isTyped={typesForBadge}
            onChoose={(badges) => choose({ badges })}
          />
        )}
      </form>
      {!isGreeting && (
        <div className={offers.row}>
          <NotMe {...props} />
        </div>
      )}
    </Screen>
  );
}

interface BadgeQuestionProps extends QuestionProps {
  wanted: Answers['badges'];
  /** The visitor has to type the words of the badge. */
  isTyped: boolean;
  onChoose: (badges: NonNullable<Answers['badges']>) => void;
}

function BadgeQuestion({ flow, wanted, isTyped, onChoose }: BadgeQuestionProps) {
  const { badges } = useTexts();
  const { enablePrintBadgeOption: hasMain = false, enablePrintParkingBadgeOption: hasParking = false } =
    flow.answers.tenant ?? {};
  const options = [
    { label: badges.visitor, main: true, parking: false, isOffered: hasMain },
    { label: badges.parking, main: false, parking: true, isOffered: hasParking },
    { label: badges.both, main: true, parking: true, isOffered: hasMain && hasParking },
    { label: badges.none, main: false, parking: false, isOffered: true },
  ];
  return (
    <Question title={badges.title} note={isTyped && badges.typed}>
      {options
        .filter(({ isOffered }) => isOffered)
        .map(({ label, main, parking }) => (
          <Option
            key={label}
            isOn={wanted?.main === main && wanted.parking === parking}
            onChoose={() => onChoose({ main, parking })}
          >
            {label}
          </Option>
        ))}
    </Question>
  );
}

interface AskProps {
  title: string;
  text?: string | undefined;
  /** Appears after a choice, so it is announced. */
  note?: string | false;
  /** The title is enough where there is little room. */
  isClear?: boolean;
  children: ReactNode;
}

function Question({ title, text, note, isClear, children }: AskProps) {
  const id = useId();
  return (
    <div role="group" aria-labelledby={id} className={classes.ask} data-clear={isClear && ''}>
      <div>
        <p id={id} className={classes.title}>
          {title}
        </p>
        {text !== undefined && <p className={classes.text}>{text}</p>}
        {note !== undefined && (
          <p role="status" className={classes.text}>
            {note}
          </p>
        )}
      </div>
      <div className={classes.options}>{children}</div>
    </div>
  );
}

function Option({ isOn, onChoose, children }: { isOn: boolean; onChoose: () => void; children: string }) {
  return (
    <Button variant="secondary" aria-pressed={isOn} icon={isOn && <Check />} onClick={onChoose}>
      {children}
    </Button>
  );
}
