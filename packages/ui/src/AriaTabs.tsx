import type { ReactNode } from 'react';
import { Tab, TabList, Tabs } from 'react-aria-components';
import classes from './Tabs.module.css';

export interface TabsProps<Tab extends string> {
  panel: string;
  label: string;
  value: Tab;
  onChange: (tab: Tab) => void;
  tabs: readonly { value: Tab; label: ReactNode }[];
}

export interface AriaTabsProps extends TabsProps<string> {
  /** Called with whether the buttons before React Aria's tabs had the focus. */
  onReplaced: (hadFocus: boolean) => void;
  passFocus: (tab: HTMLElement | null) => void;
}

export function AriaTabs({ panel, label, value, onChange, tabs, passFocus }: AriaTabsProps) {
  return (
    <Tabs selectedKey={value} onSelectionChange={(key) => onChange(String(key))}>
      <TabList className={classes.tabs ?? ''} aria-label={label}>
        {tabs.map((tab) => {
          const isChosen = tab.value === value;
          return (
            <Tab
              key={tab.value}
              id={tab.value}
              ref={isChosen ? passFocus : undefined}
              className={classes.tab ?? ''}
              // The panel is elsewhere on the screen, so React Aria does not know its id.
              render={(dom) => {
                const ids = { id: panel + tab.value, 'aria-controls': isChosen ? panel : undefined };
                return 'href' in dom ? (
                  <a {...dom} {...ids}>
                    {dom.children}
                  </a>
                ) : (
                  <div {...dom} {...ids} />
                );
              }}
            >
              {tab.label}
            </Tab>
          );
        })}
      </TabList>
    </Tabs>
  );
}
