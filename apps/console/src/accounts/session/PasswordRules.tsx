import { NewPassword } from '@vestibule/contract/platform/values.ts';
import { Check, Circle } from '@vestibule/ui/icons.tsx';
import { useTranslation } from 'react-i18next';
import classes from './PasswordRules.module.css';

const rules = [
  '8-70chars',
  'passShouldHaveNum',
  'passShouldHaveUpper',
  'passShouldHaveLower',
  'passShouldHaveSpecial',
] as const;

/** What a new password must have, each ticked as soon as what is typed has it. */
export function PasswordRules({ password }: { password: string }) {
  const { t } = useTranslation();
  const broken = new Set(NewPassword.safeParse(password).error?.issues.map(({ message }) => message));
  return (
    <ul className={classes.rules} aria-label={t('session.rules.title')}>
      {rules.map((rule) => {
        const isKept = !broken.has(rule);
        const Icon = isKept ? Check : Circle;
        return (
          <li key={rule} className={classes.rule} data-kept={isKept || undefined}>
            <Icon
              className={classes.icon}
              size={16}
              role="img"
              aria-label={t(isKept ? 'session.rules.kept' : 'session.rules.missing')}
            />
            {t(`session.rules.${rule}`)}
          </li>
        );
      })}
    </ul>
  );
}
