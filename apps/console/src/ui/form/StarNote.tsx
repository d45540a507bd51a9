import { useTranslation } from 'react-i18next';

/** What the star at a field means, in the foot of a form that has one. A screen reader is told by the fields. */
export function StarNote() {
  const { t } = useTranslation();
  return (
    <p className="starNote" aria-hidden>
      {t('ui.form.star')}
    </p>
  );
}
