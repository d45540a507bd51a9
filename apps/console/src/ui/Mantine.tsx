import { createTheme, MantineProvider } from '@mantine/core';
import { readNonce } from '@vestibule/web/nonce.ts';
import type { ReactNode } from 'react';
import './mantine.css';
import './form/required.css';
import classes from './Mantine.module.css';
import { useColorScheme } from './use-color-scheme.ts';

/** How Mantine's components look here. Their sizes and colours are the variables of `mantine.css`. */
const theme = createTheme({
  respectReducedMotion: true,
  components: {
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Select: {
      // The list scrolls by itself: a box within it that scrolls would have to take the focus. Nor does Tab stop at the list, which closes
      // as the field is left, and the focus would be on nothing.
      defaultProps: { withScrollArea: false, attributes: { options: { tabIndex: -1 } } },
      classNames: {
        root: classes.field,
        label: classes.label,
        input: classes.input,
        dropdown: classes.dropdown,
        options: classes.options,
        option: classes.option,
        empty: classes.option,
      },
    },
  },
});

/** What Mantine's components must stand in. They are used for dialogs and menus only, and loaded with the first. */
export function Mantine({ children }: { children: ReactNode }) {
  const { shown } = useColorScheme();
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      forceColorScheme={shown}
      getStyleNonce={readNonce}
    >
      {children}
    </MantineProvider>
  );
}
