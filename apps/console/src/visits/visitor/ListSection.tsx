import { type ReactNode, useId } from 'react';
import { Loaded, type LoadedQuery } from '../../ui/list/Loaded.tsx';
import { Pager } from '../../ui/list/Pager.tsx';
import type { usePages } from '../../ui/list/use-pages.ts';
import classes from './ExpectedGuests.module.css';

interface ListSectionProps<Row> {
  title: string;
  query: LoadedQuery<Row> & { errorUpdateCount: number };
  pages: ReturnType<typeof usePages>;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Shows a list below the visitors. Renders nothing without rows, unless the request failed. */
export function ListSection<Row>({ title, query, pages, children }: ListSectionProps<Row>) {
  const id = useId();
  const { from, first } = pages;
  const isEmpty = query.data?.rows.length === 0 && from === 0;
  const data = isEmpty ? undefined : query.data;
  // A retry of the first request clears `error`.
  const hasFailed = query.error !== null || (!query.data && query.errorUpdateCount > 0);
  if (!data && !hasFailed) return null;
  return (
    <section className={classes.guests} aria-labelledby={id}>
      <h2 className={classes.title} id={id}>
        {title}
      </h2>
      <Loaded
        query={{ ...query, data }}
        // The search belongs to the list of visitors.
        list={{ search: '', setSearch: () => {}, from, first }}
        empty={{ title: '' }}
      >
        {(rows, page) => (
          <>
            {children(rows)}
            <Pager list={pages} page={page} shown={rows.length} />
          </>
        )}
      </Loaded>
    </section>
  );
}
