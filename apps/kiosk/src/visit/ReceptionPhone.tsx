import { useRunning } from '../device/use-device.ts';
import { showPhone } from './questions/phone.ts';

/** The phone of the reception, as people in the building's country write it. */
export function ReceptionPhone({ text = '{{phone}}' }: { text?: string }) {
  const { receptionPhone, countryCode } = useRunning().config.company;
  return receptionPhone === null ? null : <>{text.replace('{{phone}}', showPhone(receptionPhone, countryCode))}</>;
}
