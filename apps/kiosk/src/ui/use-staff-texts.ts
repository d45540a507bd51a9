import { staff as english, type StaffTexts } from '@vestibule/phrases/en/kiosks/staff.ts';
import { useSpoken } from './texts.tsx';

/** For the screens of staff, which are not in the first load. */
export function useStaffTexts(): StaffTexts {
  const { menu = english.menu, license = english.license } = useSpoken().texts;
  return { menu, license };
}
