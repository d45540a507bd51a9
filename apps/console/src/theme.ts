import {
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  Modal,
  Notification,
  Select,
  Tooltip,
} from '@mantine/core';
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

const motion = { duration: 150, timingFunction: 'cubic-bezier(0.2, 0, 0, 1)' };

/** Rows of a dropdown are 44 px high, so five of them show before it scrolls. */
const dropdownHeight = 220;

/** How every Mantine component looks here. Colours are the tokens of `theme.css`. */
export const theme = createTheme({
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  fontSizes: { xs: '12px', sm: '14px', md: '16px', lg: '20px', xl: '28px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '4px', sm: '8px', md: '8px', lg: '16px', xl: '16px' },
  defaultRadius: '8px',
  headings: { fontWeight: '600' },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { variant: 'primary', size: 'medium' },
      vars: (_theme, { variant = 'primary', size = 'medium' }) => ({
        root: { ...buttonTypes[variant], ...buttonSizes.get(size) },
      }),
    }),
    Checkbox: Checkbox.extend({ defaultProps: { radius: 'xs' } }),
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
    }),
    Modal: Modal.extend({
      defaultProps: {
        size: 340,
        radius: 16,
        padding: 24,
        centered: true,
        transitionProps: { transition: 'fade', ...motion },
      },
      classNames: {
        content: classes.modal,
        header: classes.modalHeader,
        title: classes.modalTitle,
        overlay: classes.overlay,
      },
    }),
    Notification: Notification.extend({ classNames: { root: classes.toast, title: classes.toastTitle } }),
    Select: Select.extend({
      defaultProps: { maxDropdownHeight: dropdownHeight, comboboxProps: { shadow: 'none' } },
      classNames: { dropdown: classes.dropdown, option: classes.option, empty: classes.option },
    }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 400, transitionProps: motion },
      classNames: { tooltip: classes.tooltip },
    }),
  },
});

/** Lets Mantine's own variables follow the tokens, in both colour schemes. */
export const tokens: CSSVariablesResolver = () => ({ variables: {}, light: fromTokens, dark: fromTokens });

const fromTokens: Vars = {
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--grey)',
  '--mantine-color-placeholder': 'var(--grey)',
  '--mantine-color-error': 'var(--red)',
  '--mantine-color-anchor': 'var(--blue)',
  '--mantine-color-default': 'var(--raised)',
  '--mantine-color-default-hover': 'var(--panel)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--edge)',
  '--mantine-color-disabled': 'var(--panel)',
  '--mantine-color-disabled-color': 'var(--grey)',
  '--mantine-color-disabled-border': 'var(--line)',
  '--mantine-primary-color-filled': 'var(--violet)',
  '--mantine-primary-color-filled-hover': 'var(--violet-pressed)',
  '--mantine-primary-color-contrast': 'var(--on-violet)',
  '--mantine-primary-color-light': 'var(--violet-wash)',
  '--mantine-primary-color-light-hover': 'var(--violet-wash)',
  '--mantine-primary-color-light-color': 'var(--violet)',
};

function colours(background: string, hover: string, text: string, border: string): Vars {
  return {
    '--button-bg': background,
    '--button-hover': hover,
    '--button-color': text,
    '--button-hover-color': text,
    '--button-bd': `1px solid ${border}`,
  };
}
