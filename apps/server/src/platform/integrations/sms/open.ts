import type { SmsSettings } from './settings.ts';
import type { SmsProvider } from './sms.ts';
import { sveveProvider } from './sveve.ts';
import { twilioProvider } from './twilio.ts';

/** The provider that the settings name. `reportTo` is the address of this program, where it has one. */
export function smsProvider(settings: SmsSettings, reportTo: URL | null): SmsProvider {
  return settings.provider === 'twilio' ? twilioProvider(settings, reportTo) : sveveProvider(settings);
}
