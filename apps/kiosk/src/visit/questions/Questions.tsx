import { prepared } from '../../ui/prepared.tsx';
import { BadgesScreen } from './BadgesScreen.tsx';
import { ConsentScreen } from './ConsentScreen.tsx';
import { EmployeeScreen } from './EmployeeScreen.tsx';
import { InsideScreen } from './InsideScreen.tsx';
import { LineScreen } from './LineScreen.tsx';
import { RememberScreen } from './RememberScreen.tsx';
import { TenantScreen } from './TenantScreen.tsx';
import type { QuestionProps } from './Ways.tsx';

// The rules of the world's phone numbers are as large as the rest of the app, and not needed to welcome somebody.
const phone = prepared(async () => (await import('./PhoneScreen.tsx')).PhoneScreen);
const { Component: PhoneScreen } = phone;

/** Fetches what the first question needs, before somebody comes. */
export const preparePhone = phone.prepare;

/** The screen of the question that somebody is at. */
export function Questions(props: QuestionProps) {
  switch (props.flow.question) {
    case 'phone':
      return <PhoneScreen {...props} />;
    case 'inside':
      return <InsideScreen {...props} />;
    case 'name':
      return <LineScreen key="name" question="name" {...props} />;
    case 'company':
      return <LineScreen key="company" question="company" {...props} />;
    case 'tenant':
      return <TenantScreen {...props} />;
    case 'employee':
      return <EmployeeScreen {...props} />;
    case 'consent':
      return <ConsentScreen {...props} />;
    case 'remember':
      return <RememberScreen {...props} />;
    case 'badges':
      return <BadgesScreen {...props} />;
  }
}
