import type { Icon } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/**
 * A column of a table. The first one, except a column of checkboxes, names the row: it has the header cell, and on a phone the headline of
 * the card.
 */
export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Any CSS width. Columns without one share the rest. `1%` fits the content. */
  width?: string;
  /** In a narrow window, this column moves below the column with this key. */
  under?: string;
  /** Shows the title to screen readers only, because the cells are clear without it. */
  hasHiddenTitle?: true;
  /** A card shows it at the end of the headline. */
  isInHeadline?: true;
  align?: 'end';
  /** The key by which the server sorts this column. Its title is a button then. */
  sort?: string;
}

export interface Sorting {
  key: string;
  /** The direction of the values that the column shows. */
  direction: 'ascending' | 'descending';
  onSort: (key: string) => void;
}

export interface Opening<Row> {
  key: RowKey | null;
  onOpen: (row: Row) => void;
}

export interface RowAction {
  key: string;
  /** The verb and the object, such as "Check out Åse Ødegård": name and tooltip of the button. */
  label: string;
  icon: Icon;
  /** Shows a button with this text instead of an icon, for the next action of the row. */
  text?: string;
  /** Shows a ring on the button that empties until the action ends. Needs `text`. */
  hasRing?: boolean;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  loading?: boolean;
  warns?: boolean;
  /** Ignores double clicks. */
  once?: true;
  /** May move into a menu, to keep the row short. */
  menu?: {
    label: string;
    entry: string;
  };
}

export interface Expansion<Row> {
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
