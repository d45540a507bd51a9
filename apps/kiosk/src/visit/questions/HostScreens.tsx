import { useState } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { greetedName } from '../../questions.ts';
import { Screen } from '../../ui/Screen.tsx';
import { sayRefusal } from '../../ui/refusal-texts.ts';
import { fill, useTexts } from '../../ui/texts.tsx';
import { Directory, type Entry } from './Directory.tsx';
import { findEmployees, findHosts, type Host } from './find-hosts.ts';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

/** Asks for the tenant, or for a person. A delivery is for the tenant of that person, and only for one that can be notified. */
export function TenantScreen(props: QuestionProps) {
  const { flow, go } = props;
  const texts = useTexts();
  const { tenants, config } = useRunning();
  const ways = useWays(props);
  const [search, setSearch] = useState('');
  const isDelivery = flow.act === 'delivery';
  const offered = isDelivery ? tenants.filter((tenant) => tenant.canReceiveDeliveries) : tenants;
  const found = findHosts(offered, search);
  const name = greetedName(flow.answers);
  const title = flow.isKnown && name !== undefined ? fill(texts.tenant.titleKnown, { name }) : texts.tenant.title;
  const choose = ({ tenant, employee }: Host) => {
    const host = employee && !isDelivery ? { employee: { id: employee.id, name: employee.name } } : {};
    go({ type: 'answer', answers: { tenant, ...host } });
  };
  const entryOf = (host: Host): Entry => {
    const { tenant, employee } = host;
    const onChoose = () => choose(host);
    if (!employee) {
      return { key: `company ${tenant.id}`, kind: 'company', name: tenant.name, picture: tenant.logo, onChoose };
    }
    const picture = config.settings.enableEmployeePicture ? employee.photo : null;
    return {
      key: `person ${employee.id}`,
      kind: 'person',
      name: employee.name,
      detail: tenant.name,
      picture,
      onChoose,
    };
  };
  // A courier knows the company.
  const ordered = isDelivery
    ? [...found.filter((host) => !host.employee), ...found.filter((host) => host.employee)]
    : found;
  return (
    <Screen
      {...ways}
      title={isDelivery ? texts.delivery.title : title}
      problem={flow.problem === 'notFound' ? sayRefusal(texts, 'notFound') : null}
    >
      <Directory entries={ordered.map(entryOf)} search={search} onSearch={setSearch} />
      <NotMe {...props} />
    </Screen>
  );
}

export function EmployeeScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { employee: texts } = useTexts();
  const { config } = useRunning();
  const ways = useWays(props);
  const [search, setSearch] = useState('');
  const { tenant } = flow.answers;
  if (!tenant) return null;
  const entries = findEmployees(tenant, search).map(({ id, name, photo }): Entry => ({
    key: `person ${id}`,
    kind: 'person',
    name,
    picture: config.settings.enableEmployeePicture ? photo : null,
    onChoose: () => go({ type: 'answer', answers: { employee: { id, name } } }),
  }));
  return (
    <Screen {...ways} title={fill(texts.title, { tenant: tenant.name })}>
      <Directory
        entries={entries}
        search={search}
        onSearch={setSearch}
        onNobody={() => go({ type: 'answer', answers: { employee: null } })}
      />
      <NotMe {...props} />
    </Screen>
  );
}
