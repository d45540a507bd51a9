import type { PageInfo } from '@vestibule/contract/platform/endpoint.ts';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { ChevronFirst, ChevronLeft, ChevronRight } from '@vestibule/ui/icons.tsx';
import { formatCount } from '@vestibule/web/count.ts';
import { useTranslation } from 'react-i18next';
import classes from './Pager.module.css';
import type { ListState } from './use-list-state.ts';
import { pageSizes } from './use-pages.ts';

interface PagerProps {
  list: Pick<ListState, 'from' | 'pageSize' | 'setPageSize' | 'first' | 'previous' | 'next'>;
  page: PageInfo | null;
  shown: number;
}

/** Absent if all rows fit. */
export function Pager({ list, page, shown }: PagerProps) {
  const { t, i18n } = useTranslation();
  if (!page || (list.from === 0 && page.next === null && shown <= pageSizes[0])) return null;

  const { next } = page;
  const total = page.totalIsExact ? page.total : `${formatCount(page.total, i18n.language)}+`;

  return (
    <nav className={classes.pager} aria-label={t('ui.pager.label')} tabIndex={-1} data-keeps-focus>
      <select
        className={classes.size}
        aria-label={t('ui.pager.size')}
        title={t('ui.pager.size')}
        value={list.pageSize}
        onChange={({ currentTarget }) => {
          const size = pageSizes.find((each) => String(each) === currentTarget.value);
          if (size) list.setPageSize(size);
        }}
      >
        {pageSizes.map((size) => (
          <option key={size} value={size}>
            {size}
          </option>
        ))}
      </select>
      <span className={classes.range} aria-live="polite">
        {t('ui.pager.range', { from: list.from + 1, to: list.from + shown, total })}
      </span>
      <div className={classes.steps}>
        <IconButton icon={ChevronFirst} label={t('ui.pager.first')} onClick={list.first} disabled={list.from === 0} />
        <IconButton
          icon={ChevronLeft}
          label={t('ui.pager.previous')}
          onClick={() => list.previous?.()}
          disabled={!list.previous}
        />
        <IconButton
          icon={ChevronRight}
          label={t('ui.pager.next')}
          onClick={() => next && list.next(next, shown)}
          disabled={!next}
        />
      </div>
    </nav>
  );
}
