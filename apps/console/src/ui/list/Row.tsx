import { Button } from '@vestibule/ui/Button.tsx';
import { IconButton } from '@vestibule/ui/IconButton.tsx';
import { ChevronDown, ChevronRight } from '@vestibule/ui/icons.tsx';
import { passFocusOn } from '@vestibule/ui/keep-focus.ts';
import type { MouseEvent } from 'react';
import { MenuButton } from '../MenuButton.tsx';
import classes from './DataTable.module.css';
import type { Column, Expansion, RowAction } from './rows.ts';

interface RowParts<Row> {
  id: string;
  row: Row;
  columns: readonly Column<Row>[];
  actions: readonly RowAction[] | undefined;
  isGlowing: boolean;
  isGone: boolean;
  isChosen: boolean;
  onOpen: (() => void) | undefined;
  expanded: Expansion<Row> | undefined;
  isOpen: boolean;
  onToggle: () => void;
}

export function TableRow<Row>(parts: RowParts<Row>) {
  const { id, row, columns, actions, isGlowing, isGone, isChosen, onOpen, expanded, isOpen, onToggle } = parts;
  const name = columns.find(({ width }) => width !== '1%');
  const width = columns.length + (expanded ? 1 : 0) + (actions ? 1 : 0);
  return (
    <>
      <tr
        ref={passFocusOn}
        className={classes.row}
        data-key={id}
        data-glow={isGlowing || undefined}
        data-gone={isGone || undefined}
        data-chosen={isChosen || undefined}
        tabIndex={-1}
        data-keeps-focus
        onClick={onOpen && ((event) => isOnText(event) && onOpen())}
      >
        {expanded && (
          <td className={classes.narrow}>
            <ExpandButton label={expanded.label(row)} isOpen={isOpen} onToggle={onToggle} />
          </td>
        )}
        {columns.map((column) => {
          const { key, cell, align, width } = column;
          const [Cell, scope] = column === name ? (['th', 'row'] as const) : (['td'] as const);
          return (
            <Cell key={key} scope={scope} data-align={align} data-tight={width === '1%' || undefined}>
              {cell(row)}
            </Cell>
          );
        })}
        {actions && (
          <td className={classes.actions}>
            <RowButtons actions={actions} />
          </td>
        )}
      </tr>
      {expanded && isOpen && (
        <tr ref={passFocusOn} className={classes.detail}>
          <td colSpan={width}>{expanded.content(row)}</td>
        </tr>
      )}
    </>
  );
}

export function RowCard<Row>({ row, columns, actions, isGlowing, expanded, isOpen, onToggle }: RowParts<Row>) {
  const [name, ...rest] = columns;
  const others = rest.filter(({ isInHeadline }) => !isInHeadline);
  const ends = rest.filter(({ isInHeadline }) => isInHeadline);
  return (
    <li ref={passFocusOn} className={classes.card} data-glow={isGlowing || undefined} tabIndex={-1} data-keeps-focus>
      <div className={classes.headline}>
        {expanded && <ExpandButton label={expanded.label(row)} isOpen={isOpen} onToggle={onToggle} />}
        <div className={classes.name}>{name?.cell(row)}</div>
        {ends.map(({ key, cell }) => (
          <div key={key}>{cell(row)}</div>
        ))}
        {actions && <RowButtons actions={actions} />}
      </div>
      {others.length > 0 && (
        <dl className={classes.pairs}>
          {others.map(({ key, title, cell, hasHiddenTitle }) => {
            const value = cell(row);
            if (value === null || value === undefined || value === '' || value === false) return null;
            return (
              <div key={key} className={classes.pair}>
                <dt className={hasHiddenTitle && 'unseen'}>{title}</dt>
                <dd>{value}</dd>
              </div>
            );
          })}
        </dl>
      )}
      {expanded && isOpen && <div className={classes.opened}>{expanded.content(row)}</div>}
    </li>
  );
}

/** Whether a click was neither on a control nor the end of a selection of text. */
export function isOnText({ target }: MouseEvent): boolean {
  const isControl = target instanceof Element && target.closest('a, button, input, label, [role="menu"]') !== null;
  return !isControl && getSelection()?.isCollapsed !== false;
}

/** Actions with `menu` share a menu button if there are several. */
export function RowButtons({ actions }: { actions: readonly RowAction[] }) {
  const entries = actions.flatMap(({ key, icon, onClick, menu, danger, disabled }) =>
    menu ? { key, icon, onClick, label: menu.entry, isDanger: danger, isDisabled: disabled } : [],
  );
  const label = actions.find(({ menu }) => menu)?.menu?.label;
  const hasMenu = label !== undefined && entries.length > 1;
  return (
    <div className={classes.buttons}>
      {actions.map(({ key, menu, text, hasRing, ...button }) => {
        if (menu && hasMenu) return null;
        if (text === undefined) return <IconButton key={key} {...button} />;
        const { label: name, onClick, once, loading = false, disabled = false } = button;
        return (
          <Button
            key={key}
            variant="secondary"
            size="small"
            className={classes.next ?? ''}
            aria-label={name}
            icon={hasRing && <Ring />}
            loading={loading}
            disabled={disabled}
            {...(once && { once })}
            onClick={onClick}
          >
            {text}
          </Button>
        );
      })}
      {hasMenu && <MenuButton label={label} entries={entries} />}
    </div>
  );
}

/** A ring that empties while the button is available. */
function Ring() {
  return (
    <svg className={classes.ring} viewBox="0 0 24 24" aria-hidden>
      <circle cx="12" cy="12" r="9" opacity="0.25" />
      <circle cx="12" cy="12" r="9" pathLength="1" />
    </svg>
  );
}

interface ExpandButtonProps {
  label: string;
  isOpen: boolean;
  onToggle: () => void;
}

function ExpandButton({ label, isOpen, onToggle }: ExpandButtonProps) {
  return <IconButton icon={isOpen ? ChevronDown : ChevronRight} label={label} onClick={onToggle} expanded={isOpen} />;
}
