import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  dismissFirstSteps,
  type FirstSteps as Steps,
  getFirstSteps,
} from '@vestibule/contract/accounts/first-steps.ts';
import { Button } from '@vestibule/ui/Button.tsx';
import { useMediaQuery } from '@vestibule/ui/hooks.ts';
import { ChevronDown, ChevronRight, Circle, CircleCheck } from '@vestibule/ui/icons.tsx';
import { call } from '@vestibule/web/call.ts';
import { keyOf } from '@vestibule/web/query.ts';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextLink } from '../../ui/Link.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { toast } from '../../ui/toast.ts';
import classes from './FirstSteps.module.css';

interface FirstStepsProps {
  companyId: number;
  steps: NonNullable<Steps>;
}

/** Any manager can dismiss it for all. */
export function FirstSteps({ companyId, steps }: FirstStepsProps) {
  const { t } = useTranslation();
  const id = useId();
  const problemText = useProblemText();
  const client = useQueryClient();
  const input = { params: { companyId } };
  const reload = () => client.invalidateQueries({ queryKey: keyOf(getFirstSteps, input) });
  const dismiss = useMutation({ mutationFn: () => call(dismissFirstSteps, input), onSuccess: reload });

  const lines = linesOf(t, companyId, steps);
  const done = lines.filter(({ isDone }) => isDone).length;

  // On a phone the list would push the visitors off the screen.
  const isPhone = useMediaQuery('(max-width: 47.9375em)');
  const [isOpen, setOpen] = useState(false);
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const isListed = !isPhone || isOpen;

  const hide = () =>
    dismiss.mutateAsync().then(
      () => toast(t('firstSteps.dismissed')),
      (error) => toast(problemText(error)),
    );

  return (
    <section className={classes.card} aria-labelledby={id}>
      <header className={classes.header}>
        <h2 className={classes.title} id={id}>
          {isPhone ? (
            <button type="button" className={classes.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              <Chevron size={18} aria-hidden />
              {t('firstSteps.title')}
            </button>
          ) : (
            t('firstSteps.title')
          )}
        </h2>
        <p className={classes.progress} role="status">
          {t('firstSteps.progress', { done, all: lines.length })}
        </p>
        {isListed && (
          <Button variant="flat" size="small" loading={dismiss.isPending} onClick={() => void hide()}>
            {t('firstSteps.dismiss')}
          </Button>
        )}
      </header>
      <ul className={classes.steps} hidden={!isListed}>
        {lines.map(({ key, to, label, help, isDone }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={key} className={classes.step} data-done={isDone || undefined}>
              <Icon
                className={classes.icon}
                size={20}
                role="img"
                aria-label={t(isDone ? 'firstSteps.done' : 'firstSteps.open')}
              />
              <div>
                <TextLink to={to}>{label}</TextLink>
                <p className={classes.help}>{help}</p>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function linesOf(t: TFunction, companyId: number, steps: NonNullable<Steps>) {
  const line = (key: 'tenants' | 'employees' | 'kiosk' | 'badge' | 'secondAdmin', screen: string, isDone: boolean) => ({
    key,
    to: `/company/${companyId}/${screen}`,
    label: t(`firstSteps.${key}`),
    help: t(`firstSteps.${key}Help`),
    isDone,
  });
  const channel = (key: 'email' | 'sms', screen: string) => ({
    key,
    to: `/company/${companyId}/${screen}`,
    label: t(`firstSteps.${key}`),
    help: t(`firstSteps.${key}Help.${steps[key]}`),
    isDone: steps[key] === 'working',
  });
  return [
    line('tenants', 'tenants', steps.hasTenants),
    line('employees', 'tenants', steps.hasEmployees),
    line('secondAdmin', 'users', steps.hasSecondAdmin),
    channel('email', 'users'),
    channel('sms', 'settings'),
    line('kiosk', 'kiosks', steps.hasKiosk),
    line('badge', 'settings', steps.hasPrintedBadge),
  ];
}
