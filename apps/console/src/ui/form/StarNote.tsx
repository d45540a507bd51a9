import { useTranslation } from 'react-i18next';

/** Screen readers know required fields without it. */
export function StarNote() {
  const { t } = useTranslation();
  return (
    <p className="starNote" aria-hidden>
      {t('ui.form.star')}
    </p>
  );
}
