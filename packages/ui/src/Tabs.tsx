import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { AriaTabsProps, TabsProps } from './AriaTabs.tsx';
import { loadOnUse } from './load-on-use.tsx';
import classes from './Tabs.module.css';

const AnyTabs = loadOnUse(async () => (await import('./AriaTabs.tsx')).AriaTabs, TabButtons);

/** React Aria's code loads at the first input. Until then each tab is a button. */
export function Tabs<Tab extends string>({ panel, label, value, onChange, tabs }: TabsProps<Tab>) {
  const hadFocus = useRef(false);
  const choose = (key: string) => {
    const chosen = tabs.find((tab) => tab.value === key);
    if (chosen) onChange(chosen.value);
  };
  const noteFocus = (had: boolean) => {
    hadFocus.current = had;
  };
  const passFocus = (tab: HTMLElement | null) => {
    if (!tab || !hadFocus.current) return;
    hadFocus.current = false;
    tab.focus({ preventScroll: true });
  };
  return (
    <AnyTabs
      panel={panel}
      label={label}
      value={value}
      onChange={choose}
      tabs={tabs}
      onReplaced={noteFocus}
      passFocus={passFocus}
    />
  );
}

export function TabPanel({ id, tab, children }: { id: string; tab: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={id} aria-labelledby={id + tab}>
      {children}
    </div>
  );
}

function TabButtons({ panel, label, value, onChange, tabs, onReplaced }: AriaTabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const goes = useEffectEvent(onReplaced);
  useLayoutEffect(() => {
    const element = list.current;
    return () => goes(element?.contains(document.activeElement) ?? false);
  }, []);

  return (
    <div ref={list} className={classes.tabs} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          id={panel + tab.value}
          type="button"
          role="tab"
          className={classes.tab}
          aria-selected={tab.value === value}
          aria-controls={tab.value === value ? panel : undefined}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
