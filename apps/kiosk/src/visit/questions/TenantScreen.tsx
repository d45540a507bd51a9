import type { DeviceTenant } from '@vestibule/contract/kiosks/device.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { TextInput } from '@vestibule/ui/TextInput.tsx';
import { useState } from 'react';
import { useRunning } from '../../device/use-device.ts';
import { greetedName, hasBadges } from '../../questions.ts';
import { Screen } from '../../ui/Screen.tsx';
import { fill, useTexts } from '../../ui/texts.tsx';
import { typing } from '../../ui/typing.ts';
import { Choice, Choices, Nothing } from './Choice.tsx';
import { findHosts, type Host } from './find-hosts.ts';
import offers from './Offer.module.css';
import { NotMe, type QuestionProps, useWays } from './Ways.tsx';

/** Asks for the tenant, or for a person found by three letters. A delivery is for the tenant of that person. */
export function TenantScreen(props: QuestionProps) {
  const { flow, go } = props;
  const { tenant: texts, delivery, problem: problems } = useTexts();
  const { tenants, config } = useRunning();
  const ways = useWays(props);
  const [search, setSearch] = useState('');
  const isDelivery = flow.act === 'delivery';
  const found = findHosts(tenants, search);
  const name = greetedName(flow.answers);
  const title = flow.isKnown && name !== undefined ? fill(texts.titleKnown, { name }) : texts.title;
  const repeat = () => {
    // The kiosk does not know the tenant, so it asks for anything that a tenant may require.
    const enableGdpr = tenants.some((tenant) => tenant.enableGdpr);
    const repeatsLastVisit = { enableGdpr, hasBadges: config.settings.isPrinterOn && tenants.some(hasBadges) };
    go({ type: 'answer', answers: { repeatsLastVisit } });
  };

  const goTo = (tenant: DeviceTenant) => go({ type: 'answer', answers: { tenant } });
  const meet = ({ tenant, employee: { id, name } }: Host) =>
    isDelivery ? goTo(tenant) : go({ type: 'answer', answers: { tenant, employee: { id, name } } });
  return (
    <Screen
      {...ways}
      title={isDelivery ? delivery.title : title}
      problem={flow.problem === 'notFound' ? problems.notFound : null}
    >
      <div className={offers.row}>
        {flow.isKnown && flow.answers.canRepeatLastVisit === true && (
          <Button variant="primary" onClick={repeat}>
            {texts.sameHost}
          </Button>
        )}
        <NotMe {...props} />
      </div>
      <TextInput
        {...typing}
        label={texts.label}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        enterKeyHint="search"
      />
      <Nothing isFound={found.hosts.length + found.tenants.length > 0} />
      <Choices>
        {found.hosts.map((host) => (
          <Choice
            key={`person ${host.employee.id}`}
            name={host.employee.name}
            detail={fill(texts.at, { tenant: host.tenant.name })}
            photo={config.settings.enableEmployeePicture ? host.employee.photo : undefined}
            onChoose={() => meet(host)}
          />
        ))}
        {found.tenants.map((tenant) => (
          <Choice key={tenant.id} name={tenant.name} logo={tenant.logo} onChoose={() => goTo(tenant)} />
        ))}
      </Choices>
    </Screen>
  );
}
