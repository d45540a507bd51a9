import type { Language } from '@vestibule/contract/platform/values.ts';
import type { Pass } from '@vestibule/contract/visits/pass.ts';
import type { Answer } from '@vestibule/contract/visits/visit.ts';
import { answerTexts } from '@vestibule/phrases/answer-texts.ts';
import { answer as english, type AnswerTexts } from '@vestibule/phrases/en/visits/answer.ts';
import { useEffect, useState } from 'preact/hooks';
import { whenAt } from './when.ts';

interface HostAnswerProps {
  pass: Pass;
  answer: Answer;
  language: Language;
  tag: string;
  readAt: number;
}

/** What the guest reads of the host's answer. The ring shows the minutes that are left. */
export function HostAnswer({ pass, answer, language, tag, readAt }: HostAnswerProps) {
  const [loaded, setLoaded] = useState<{ language: Language; words: AnswerTexts['visitor'] }>();
  // After a failure, the next reading of the pass tries again. Chromium fails without another request.
  const missingAt = loaded?.language === language ? null : readAt;
  useEffect(() => {
    if (missingAt === null) return;
    let isLeft = false;
    answerTexts(language).then(
      ({ visitor }) => isLeft || setLoaded({ language, words: visitor }),
      () => isLeft || setLoaded((before) => before ?? { language: 'en', words: english.visitor }),
    );
    return () => {
      isLeft = true;
    };
  }, [language, missingAt]);
  if (!loaded) return null;
  const { words } = loaded;
  const host = pass.host?.name ?? pass.tenant.name;
  const { timeZone } = pass.building;
  const given = whenAt(answer.answeredAt, timeZone, tag).time;
  const until = Date.parse(answer.answeredAt) + (answer.minutes ?? 0) * 60_000;
  const left = Math.min(answer.minutes ?? 0, Math.ceil((until - readAt) / 60_000));
  return (
    <div class="answer">
      <div class="coming">
        {left > 0 && <Ring left={left} of={answer.minutes ?? left} tag={tag} />}
        <div>
          <h1>{sentenceOf(words, host, answer, left)}</h1>
          {answer.minutes !== null && answer.minutes > 0 && <p class="gray">≈ {whenAt(until, timeZone, tag).time}</p>}
        </div>
      </div>
      {answer.text !== null && <p class="note lines">{answer.text}</p>}
      <p class="small gray">{`${answer.employee?.name ?? host}, ${given}`}</p>
    </div>
  );
}

/** Does not repeat the minutes of the answer once fewer are left. */
function sentenceOf(
  words: AnswerTexts['visitor'],
  host: string,
  { kind, minutes, employee }: Answer,
  left: number,
): string {
  if (kind === 'colleague') return words.colleague(host);
  // A stand-in may have answered.
  const who = employee?.name ?? host;
  if (kind === 'coming') return minutes && left === minutes ? words.inMinutes(who, minutes) : words.now(who);
  return words[kind](who);
}

/** The sentence has the minutes, so screen readers skip the picture. */
function Ring({ left, of, tag }: { left: number; of: number; tag: string }) {
  const around = 289;
  const format = new Intl.NumberFormat(tag, { style: 'unit', unit: 'minute', unitDisplay: 'short' });
  const unit = format.formatToParts(left).find(({ type }) => type === 'unit')?.value;
  return (
    <div class="ring" aria-hidden="true">
      <svg viewBox="0 0 104 104" width="104" height="104">
        <circle cx="52" cy="52" r="46" />
        <circle cx="52" cy="52" r="46" stroke-dasharray={around} stroke-dashoffset={around * (1 - left / of)} />
      </svg>
      <b>{left}</b>
      <span class="small gray">{unit}</span>
    </div>
  );
}
