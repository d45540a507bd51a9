import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useState } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import { typing } from '../../ui/typing.ts';
import { Choice, Choices, Nothing } from './Choice.tsx';
import { findEmployees } from './find-hosts.ts';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

/** From this many people on, the list has a search. */
const many = 8;

export function EmployeeScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { employee: texts } = useTexts();
  const { config } = useRunning();
  const ways = useWays(props);
  const [search, setSearch] = useState('');
  const { tenant } = flow.answers;
  if (!tenant) return null;
  const found = findEmployees(tenant, search);
  return (
    <Screen {...ways} title={fill(texts.title, { tenant: tenant.name })}>
      <NotMe {...props} />
      {tenant.employees.length > many && (
        <TextInput
          {...typing}
          label={texts.label}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
          enterKeyHint="search"
        />
      )}
      <Nothing isFound={found.length > 0} />
      <Choices>
        {found.map(({ id, name, photo }) => (
          <Choice
            key={id}
            name={name}
            photo={config.settings.enableEmployeePicture ? photo : undefined}
            onChoose={() => go({ type: 'answer', answers: { employee: { id, name } } })}
          />
        ))}
        <Choice name={texts.nobody} onChoose={() => go({ type: 'answer', answers: { employee: null } })} />
      </Choices>
    </Screen>
  );
}
