import './theme.css';
import { createTheme } from '@mantine/core';
import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core';
import { limits } from '@incisive/contract/limits';

/* Shade 7 is the accent on light paper (6.0:1 on white), shade 4 the accent on dark. */
const teal: MantineColorsTuple = [
  '#e2f1ef',
  '#c3e3e0',
  '#98d2cc',
  '#84ddd5',
  '#4cc2b8',
  '#27a39b',
  '#12857f',
  '#0a6e69',
  '#07524f',
  '#053b39',
];
const gray: MantineColorsTuple = [
  '#faf8f4',
  '#f3efe7',
  '#e3ddd2',
  '#d8d1c4',
  '#cbc3b4',
  '#8d8576',
  '#5d6b80',
  '#3b4a60',
  '#22304a',
  '#101c2e',
];
const dark: MantineColorsTuple = [
  '#eef2f7',
  '#c0cad8',
  '#93a1b5',
  '#66788f',
  '#3b4c64',
  '#263448',
  '#152031',
  '#0e1622',
  '#0a111b',
  '#060b12',
];
const red: MantineColorsTuple = [
  '#fbeae8',
  '#f6d2ce',
  '#f1aaa3',
  '#ff9d94',
  '#e9695f',
  '#d24b40',
  '#c2372d',
  '#b3261e',
  '#8f1d17',
  '#6d1510',
];

/**
 * The one theme: Mantine's components on the tokens of tokens.css. Own CSS uses the tokens (`var(--ink-2)`), never raw colors,
 * so that light and dark follow by themselves.
 */
export const theme = createTheme({
  fontFamily: 'var(--sans)',
  fontFamilyMonospace: 'var(--mono)',
  fontSizes: { xs: '12px', sm: '13.5px', md: '15px', lg: '17px', xl: '20px' },
  headings: { fontFamily: 'var(--sans)', fontWeight: '600' },
  colors: { teal, gray, dark, red },
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  defaultRadius: 'sm',
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: { defaultProps: { size: 'sm' } },
    // What turns may have a name only where it has a role.
    Loader: { defaultProps: { role: 'img', 'aria-label': 'Loading' } },
    Modal: {
      defaultProps: {
        size: limits.dialogWidth,
        centered: true,
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { duration: 120, transition: 'fade' },
        closeButtonProps: { 'aria-label': 'Close' },
      },
    },
    // A dialog's head is no banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
    Popover: { defaultProps: { shadow: 'md', transitionProps: { duration: 100 } } },
  },
});

/** Mantine's own variables, pointed at the tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-bright': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--danger)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-hover': 'var(--sunken)',
    '--mantine-color-default-color': 'var(--ink)',
    '--mantine-color-default-border': 'var(--line-strong)',
    '--mantine-color-disabled': 'var(--sunken)',
    '--mantine-color-disabled-color': 'var(--ink-3)',
    '--mantine-color-disabled-border': 'var(--line)',
    '--mantine-shadow-md': 'var(--shadow)',
  };
  return { variables: {}, light: shared, dark: shared };
};
