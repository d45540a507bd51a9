import { fill } from '../ui/texts.tsx';
import type { KioskTexts } from '@vestibule/phrases/en/kiosks/kiosk.ts';
import type { Flow, Outcome } from '../flow.ts';
import { greetedName, usesMemory } from '../questions.ts';

export function describeEnd(
  texts: KioskTexts,
  { act, answers, outcome }: Extract<Flow, { at: 'end' }>,
): { title: string; lines: string[] } {
  const { tenant, employee, repeatsLastVisit, badges } = answers;
  const name = greetedName(answers) ?? '';
  const host = usesMemory(answers) ? texts.done.yourHost : (employee?.name ?? tenant?.name ?? '');
  const isBadgeAsked = badges?.main === true || badges?.parking === true;
  const { done, gone, delivery, consent, problem } = texts;
  switch (outcome.kind) {
    case 'checkedIn':
      return {
        title: fill(done.title, { name }),
        lines: [
          fill(told(texts, outcome.notified), { host }),
          // The tenant may have stopped printing badges since.
          ...(isBadgeAsked ? [outcome.badgeHtml === null ? done.laterBadge : done.printing] : []),
          ...(repeatsLastVisit?.hasBadges ? [done.badgeAtReception] : []),
        ],
      };
    case 'checkedOut':
      return { title: fill(gone.title, { name: outcome.visitorName }), lines: [gone.text] };
    case 'told':
      return { title: fill(delivery.told, { tenant: host }), lines: [delivery.text] };
    case 'kept':
      if (act === 'checkOut') return { title: gone.titleLater, lines: [gone.text] };
      return {
        title: fill(done.title, { name }),
        lines: [
          // Without a host there is no announcement.
          employee || repeatsLastVisit
            ? fill(outcome.without === 'network' ? done.later : done.laterNoAnswer, { host })
            : done.notTold,
          ...(isBadgeAsked ? [done.laterBadge] : []),
          ...(repeatsLastVisit?.hasBadges ? [done.badgeAtReception] : []),
        ],
      };
    case 'declined':
      return { title: consent.title, lines: [consent.declined] };
    case 'refused':
      return { title: problem.title, lines: [problemText(problem, outcome.reason)] };
  }
}

function told({ done }: KioskTexts, notified: Extract<Outcome, { kind: 'checkedIn' }>['notified']): string {
  const [bySms, byEmail] = [notified.includes('sms'), notified.includes('email')];
  if (bySms && byEmail) return done.toldByBoth;
  if (bySms) return done.toldBySms;
  return byEmail ? done.toldByEmail : done.notTold;
}

function problemText(texts: KioskTexts['problem'], reason: string): string {
  const text = new Map(Object.entries(texts)).get(reason);
  return text ?? texts.other;
}
