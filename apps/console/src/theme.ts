import { createTheme } from '@mantine/core';
import './mantine.css';
import './theme.css';
import classes from './theme.module.css';

/** The types of buttons: what a press means, in order of loudness. */
export type ButtonType = 'primary' | 'secondary' | 'flat' | 'danger' | 'danger-flat';

declare module '@mantine/core' {
  interface ButtonProps {
    variant?: ButtonType;
  }
}

type Vars = Record<`--${string}`, string>;

const clear = 'transparent';

const buttonTypes: Record<ButtonType, Vars> = {
  primary: colours('var(--violet)', 'var(--violet-pressed)', 'var(--on-violet)', clear),
  secondary: colours('var(--raised)', 'var(--panel)', 'var(--ink)', 'var(--edge)'),
  flat: colours(clear, 'var(--violet-wash)', 'var(--violet)', clear),
  danger: colours('var(--red)', 'var(--red-pressed)', 'var(--on-red)', clear),
  'danger-flat': colours(clear, 'var(--red-wash)', 'var(--red)', clear),
};

const buttonSizes = new Map<string, Vars>([
  ['small', { '--button-height': '32px', '--button-padding-x': '12px', '--button-fz': '14px' }],
  ['medium', { '--button-height': '40px', '--button-padding-x': '16px', '--button-fz': '14px' }],
  ['large', { '--button-height': '48px', '--button-padding-x': '24px', '--button-fz': '16px' }],
]);

interface ButtonLook {
  variant?: ButtonType;
  size?: string;
}

/** Rows of a dropdown are 44 px high, so five of them show before it scrolls. */
const dropdownHeight = 220;

/**
 * How Mantine's components look here. Sizes and colours are the variables of `theme.css`. Components are named, not
 * imported, so that those of dialogs stay out of the first load.
 */
export const theme = createTheme({
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { variant: 'primary', size: 'medium' },
      vars: (_theme: unknown, { variant = 'primary', size = 'medium' }: ButtonLook) => ({
        root: { ...buttonTypes[variant], ...buttonSizes.get(size) },
      }),
    },
    Checkbox: { defaultProps: { radius: 4 } },
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Modal: {
      defaultProps: {
        size: 340,
        radius: 16,
        padding: 24,
        centered: true,
        // The page behind is kept still by a rule in theme.css.
        lockScroll: false,
        transitionProps: { transition: 'fade', duration: 150, timingFunction: 'cubic-bezier(0.2, 0, 0, 1)' },
      },
      classNames: {
        content: classes.modal,
        header: classes.modalHeader,
        title: classes.modalTitle,
        overlay: classes.overlay,
      },
    },
    Select: {
      defaultProps: { maxDropdownHeight: dropdownHeight },
      classNames: { dropdown: classes.dropdown, option: classes.option, empty: classes.option },
    },
  },
});

function colours(background: string, hover: string, text: string, border: string): Vars {
  return {
    '--button-bg': background,
    '--button-hover': hover,
    '--button-color': text,
    '--button-hover-color': text,
    '--button-bd': `1px solid ${border}`,
  };
}
