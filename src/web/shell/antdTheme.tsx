import { theme as antd, ConfigProvider, type ThemeConfig } from 'antd';
import zhCN from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { type ReactNode, useEffect, useMemo } from 'react';
import { type Theme, useTheme } from '#web/core/theme.ts';
import { useMedia } from '#web/core/useMedia.ts';

dayjs.locale('zh-cn');

/** Configures antd: Chinese, with the colours of styles.css, light or dark. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const touched = useMedia('(width < 768px)');
  useEffect(guardTab, []);
  const config = useMemo(() => antdTheme(theme, touched), [theme, touched]);
  return (
    <ConfigProvider locale={zhCN} theme={config} wave={{ disabled: true }} button={{ autoInsertSpace: false }}>
      {children}
    </ConfigProvider>
  );
}

/** Returns antd's tokens, read from the current CSS variables, so that each colour is defined once. */
function antdTheme(theme: Theme, touched: boolean): ThemeConfig {
  const style = getComputedStyle(document.documentElement);
  const css = (name: string) => inTheme(theme, style.getPropertyValue(`--${name}`).trim());
  const color = colors(css);
  const preset = theme === 'dark' ? antd.darkAlgorithm : antd.defaultAlgorithm;
  return {
    token: {
      ...color,
      ...measures,
      ...(touched && forThumbs),
      fontFamily: css('font'),
      boxShadowSecondary: css('shadow'),
      motion: !prefersStill(),
    },
    // The presets recompute the seeds (in dark, success, info and warning get duller), so the colours are restored.
    algorithm: (seed, map) => ({ ...preset(seed, map), ...color }),
    components: components(css),
  };
}

/** Returns the active half of a `light-dark()`, because antd computes with plain colours. */
function inTheme(theme: Theme, value: string): string {
  return value.replace(/light-dark\((.+?),\s*(.+?)\)/g, theme === 'dark' ? '$2' : '$1');
}

function colors(css: (name: string) => string) {
  return {
    colorPrimary: css('primary'),
    colorPrimaryHover: css('primary-hover'),
    colorPrimaryActive: css('primary-active'),
    colorPrimaryText: css('primary-text'),
    colorPrimaryTextHover: css('primary-text'),
    colorPrimaryBg: css('primary-bg'),
    colorPrimaryBgHover: css('primary-bg'),
    colorPrimaryBorder: css('primary-bg-border'),
    colorLink: css('primary-text'),
    colorLinkHover: css('primary-text'),
    colorLinkActive: css('primary-text'),
    colorBgLayout: css('bg'),
    colorBgContainer: css('container'),
    colorBgElevated: css('elevated'),
    colorFillAlter: css('s2'),
    colorFillSecondary: css('s3'),
    colorBorderSecondary: css('line'),
    colorBorder: css('border'),
    colorText: css('text'),
    colorTextSecondary: css('text2'),
    colorTextTertiary: css('text3'),
    colorTextPlaceholder: css('text3'),
    colorTextDescription: css('text3'),
    colorTextDisabled: css('disabled'),
    colorTextQuaternary: css('disabled'),
    colorSuccess: css('success'),
    colorInfo: css('level4'),
    colorWarning: css('level2'),
    colorError: css('level1'),
    colorErrorText: css('level1-text'),
    colorWarningText: css('level2-text'),
    colorBgMask: css('mask'),
  };
}

const measures = {
  fontSize: 14,
  fontSizeSM: 12,
  fontSizeLG: 16,
  borderRadius: 6,
  borderRadiusSM: 4,
  borderRadiusLG: 8,
  controlHeight: 32,
  controlHeightSM: 24,
  controlHeightLG: 40,
  motionDurationFast: '0.1s',
  motionDurationMid: '0.15s',
  motionDurationSlow: '0.2s',
};

/** Control heights on a phone (look.md 8). */
const forThumbs = { controlHeight: 44, controlHeightSM: 40, controlHeightLG: 44 };

function components(css: (name: string) => string): ThemeConfig['components'] {
  // Borders of inputs need 3:1 (WCAG 1.4.11); buttons and cards keep the lighter one.
  const edge = {
    colorBorder: css('edge'),
    hoverBorderColor: css('primary-text'),
    activeBorderColor: css('primary-text'),
  };
  const noShadow = { defaultShadow: 'none', primaryShadow: 'none', dangerShadow: 'none' };
  return {
    Button: { ...noShadow, paddingInline: 12, contentLineHeight: 1.43 },
    Input: edge,
    InputNumber: edge,
    DatePicker: edge,
    Select: edge,
    Cascader: { colorBorder: css('edge') },
    Checkbox: { colorBorder: css('edge') },
    Radio: { colorBorder: css('edge') },
    Modal: { borderRadiusLG: 10 },
    Table: {
      cellPaddingBlockSM: 5.5,
      cellPaddingBlockMD: 9.5,
      cellPaddingBlock: 13.5,
      cellPaddingInlineSM: 8,
      cellFontSizeSM: 13,
      cellFontSizeMD: 13,
      cellFontSize: 13,
      headerBg: css('s2'),
      headerColor: css('text3'),
      headerSplitColor: 'transparent',
      headerBorderRadius: 0,
    },
  };
}

function prefersStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Clear buttons of antd, which are visible only under the mouse. */
const clearButtons = '.ant-select-clear, .ant-picker-clear, .ant-input-clear-icon';
/** Input of a select with an open list. */
const openSelect = '.ant-select [role=combobox][aria-expanded=true]';

/**
 * Makes Tab only move the focus. It skips clear buttons, because a hidden one would get the next keystroke. antd's
 * selects do not get it, because they would choose the option under the mouse; their list closes on blur.
 * @returns the function that stops it
 */
function guardTab(): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab') return;
    for (const button of document.querySelectorAll<HTMLElement>(clearButtons)) button.tabIndex = -1;
    if (event.target instanceof Element && event.target.matches(openSelect)) event.stopPropagation();
  };
  addEventListener('keydown', onKeyDown, true);
  return () => removeEventListener('keydown', onKeyDown, true);
}
