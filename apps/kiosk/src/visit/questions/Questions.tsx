import { prepared } from '../../ui/prepared.tsx';
import { ConfirmScreen } from './ConfirmScreen.tsx';
import { FoundScreen } from './FoundScreen.tsx';
import { EmployeeScreen, TenantScreen } from './HostScreens.tsx';
import { LineScreen } from './LineScreen.tsx';
import type { QuestionProps } from './Ways.tsx';

// The rules for phone numbers are as large as the rest of the app, and the welcome screen does not need them.
const phone = prepared(async () => (await import('./PhoneScreen.tsx')).PhoneScreen);
const { Component: PhoneScreen } = phone;

export const preparePhone = phone.prepare;

export function Questions(props: QuestionProps) {
  switch (props.flow.question) {
    case 'phone':
      return <PhoneScreen {...props} />;
    case 'found':
      return <FoundScreen {...props} />;
    case 'name':
      return <LineScreen key="name" question="name" {...props} />;
    case 'company':
      return <LineScreen key="company" question="company" {...props} />;
    case 'tenant':
      return <TenantScreen {...props} />;
    case 'employee':
      return <EmployeeScreen {...props} />;
    case 'confirm':
      return <ConfirmScreen {...props} />;
  }
}
