import type { KeyboardEvent, ReactNode } from 'react';
import classes from './Tabs.module.css';

interface TabsProps<Tab extends string> {
  /** Of the `TabPanel` that shows the chosen view. */
  panel: string;
  /** What the tabs choose between, for screen readers. */
  label: string;
  value: Tab;
  onChange: (tab: Tab) => void;
  tabs: readonly { value: Tab; label: ReactNode }[];
}

/** One of a few views of the same list. The arrows go from tab to tab, Home and End to the ends. */
export function Tabs<Tab extends string>({ panel, label, value, onChange, tabs }: TabsProps<Tab>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    const next = to === undefined ? undefined : tabs.at(to % tabs.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    event.currentTarget.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };

  return (
    <div className={classes.tabs} role="tablist" aria-label={label} onKeyDown={onKeyDown} tabIndex={-1}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={panel + tab.value}
          type="button"
          role="tab"
          className={classes.tab}
          data-value={tab.value}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? panel : undefined}
          tabIndex={tab.value === value ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}

/** What the chosen one of the `Tabs` shows. */
export function TabPanel({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={id + tab}>
      {children}
    </div>
  );
}
