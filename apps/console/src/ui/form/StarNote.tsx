import { useTranslation } from 'react-i18next';

/** Explains the star of required fields. Screen readers know it from the fields. */
export function StarNote() {
  const { t } = useTranslation();
  return (
    <p className="starNote" aria-hidden>
      {t('ui.form.star')}
    </p>
  );
}
