import { type Control, useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { SelectField } from '../../ui/form/SelectField.tsx';
import { useChoice } from '../../ui/form/use-choice.ts';
import { useColleagues } from './use-host.ts';

export interface StandInFields {
  employeeId: number | null;
  until: string | null;
}

interface Named {
  id: number;
  name: string;
}

interface ColleagueFieldProps {
  control: Control<StandInFields, unknown, StandInFields>;
  label: string;
  preset: Named | null;
  required?: boolean;
  onChosen?: (id: number | null) => void;
}

/** The other employees of the host's tenant, by name. */
export function ColleagueField({ control, label, preset, required = false, onChosen }: ColleagueFieldProps) {
  const choice = useChoice(preset);
  const colleagues = useColleagues(choice.search);
  return (
    <SelectField
      control={control}
      name="employeeId"
      label={label}
      size="large"
      required={required}
      {...choice.from(colleagues, onChosen)}
    />
  );
}

interface ColleagueChoiceProps {
  chosen: Named | null;
  onChoose: (id: number | null) => void;
}

/** Sends the choice at once. */
export function ColleagueChoice({ chosen, onChoose }: ColleagueChoiceProps) {
  const { t } = useTranslation();
  const { control } = useForm<StandInFields, unknown, StandInFields>({
    defaultValues: { employeeId: chosen?.id ?? null, until: null },
  });
  return <ColleagueField control={control} label={t('my.waiting.colleague')} preset={chosen} onChosen={onChoose} />;
}
