import type { Icon } from '@vestibule/ui/icons.tsx';
import type { ReactNode } from 'react';

export type RowKey = string | number;

/**
 * What a table shows of each row. The first column, but for one as narrow as a box, names the row: it is its header, and the headline of
 * its card on a phone.
 */
export interface Column<Row> {
  key: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** Any CSS width; columns without one share what is left, one of 1% is as narrow as what stands in it. */
  width?: string;
  /** Where the window is narrow: the key of the column below whose text this one's stands, in grey. */
  under?: string;
  /** What its cells show says its title too, which is then for screen readers only. */
  saysItself?: true;
  /** On a card it stands at the end of the headline, without its title. */
  isInHeadline?: true;
  /** The figures of a number stand under each other at the end. */
  align?: 'end';
}

/** A button at the end of a row. */
export interface RowAction {
  key: string;
  /** What it does and to whom, such as "Check out Åse Ødegård": the button's name and tooltip. */
  label: string;
  icon: Icon;
  onClick: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** It is there because something is wrong, and stands out. */
  warns?: boolean;
  /** Whoever presses it twice means once, as with what is sent. */
  once?: true;
  /** Set where it may stand in a menu with others, to keep the row short. */
  menu?: {
    /** The name of the row's menu, such as "More for Åse Ødegård". */
    label: string;
    /** What the action is called there. */
    entry: string;
  };
}

/** What opens below a row, and how the button that opens it is called. */
export interface Expansion<Row> {
  label: (row: Row) => string;
  content: (row: Row) => ReactNode;
}
