import { useId, useState } from 'react';
import type { Answers } from '../flow.ts';
import { Field } from '../ui/Field.tsx';
import { Screen } from '../ui/Screen.tsx';
import { useTexts } from '../ui/texts.tsx';
import { NextButton, type QuestionProps, useWays } from './Ways.tsx';

interface LineScreenProps extends QuestionProps {
  question: 'name' | 'company';
}

/** Asks for a line of text, typed with the tablet's own keyboard: a name, or where somebody comes from. */
export function LineScreen({ question, ...props }: LineScreenProps) {
  const { [question]: texts } = useTexts();
  const { flow, go } = props;
  const ways = useWays(props);
  const form = useId();
  const [typed, setTyped] = useState((question === 'name' ? flow.given.name : flow.given.companyName) ?? '');
  const line = typed.trim();
  const answers: Answers = question === 'name' ? { name: line } : { companyName: line };
  return (
    <Screen {...ways} hasField title={texts.title} right={<NextButton form={form} disabled={line === ''} />}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (line !== '') go({ type: 'answer', answers });
        }}
      >
        <Field
          label={texts.label}
          value={typed}
          onChange={setTyped}
          maxLength={120}
          autoCapitalize="words"
          enterKeyHint="next"
          autoFocus
        />
      </form>
    </Screen>
  );
}
