const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

/** 「Chrome · Windows」 from the browser's own words; an integration is named by its first word. */
export function deviceOf(agent: string): string {
  const browser = browsers.find(([sign]) => sign.test(agent))?.[1];
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  const named = [browser, system].filter(Boolean).join(' · ');
  return named || agent.split(/[/\s]/)[0]?.slice(0, 30) || '未知设备';
}

/** Where an address stands, as far as the address itself tells: this machine, the local network or outside of it. */
export function placeOf(ip: string): '本机' | '内网' | '外网' {
  const plain = ip.replace(/^::ffff:/i, '').toLowerCase();
  if (/^127\.|^::1$/.test(plain)) return '本机';
  const local =
    /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^f[cd]|^fe80:/;
  return local.test(plain) ? '内网' : '外网';
}
