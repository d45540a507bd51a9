import { requiredLine, withoutUnfit } from '@vestibule/contract/platform/values.ts';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useId, useState } from 'react';
import type { Answers } from '../../questions.ts';
import { Screen, titleId } from '../../ui/Screen.tsx';
import { useTexts } from '../../ui/texts.tsx';
import { typing } from '../../ui/typing.ts';
import { NextButton, type QuestionProps, useWays } from './Ways.tsx';

interface LineScreenProps extends QuestionProps {
  question: 'name' | 'company';
}

const Line = requiredLine('nameRequired', 120);

export function LineScreen({ question, ...props }: LineScreenProps) {
  const { [question]: texts } = useTexts();
  const { flow, go } = props;
  const ways = useWays(props);
  const form = useId();
  const [typed, setTyped] = useState((question === 'name' ? flow.given.name : flow.given.companyName) ?? '');
  const line = typed.trim();
  const isLine = Line.safeParse(line).success;
  const answers: Answers = question === 'name' ? { name: line } : { companyName: line };
  return (
    <Screen {...ways} hasField title={texts.title} right={<NextButton form={form} disabled={!isLine} />}>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isLine) go({ type: 'answer', answers });
        }}
      >
        <TextInput
          {...typing}
          label={texts.label}
          value={typed}
          onChange={(event) => setTyped(withoutUnfit(event.currentTarget.value))}
          maxLength={120}
          autoCapitalize="words"
          enterKeyHint="next"
          aria-describedby={titleId}
          autoFocus
        />
      </form>
    </Screen>
  );
}
