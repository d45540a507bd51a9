import { Button } from '@vestibule/ui/Button.tsx';
import { fill } from '../../ui/fill.ts';
import { useTexts } from '../../ui/texts.tsx';
import { greetedName } from '../../questions.ts';
import type { QuestionProps } from './Ways.tsx';

/** On the first question to somebody who is known: with one digit wrong they come as somebody else. */
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
