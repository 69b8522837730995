/** Pattern (with the version) and name of each browser; browsers that carry other browsers' tokens come first. */
const browsers: readonly [RegExp, string][] = [
  [/MicroMessenger\/(\d+)/, '微信'],
  [/Edg(?:e|A|iOS)?\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS|Chromium)\/(\d+)/, 'Chrome'],
  [/(?:Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?)?Safari\//, 'Safari'],
];
const systems: readonly [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  // Both Windows 10 and 11 report 10.0.
  [/Windows NT 10\.0/, 'Windows 10/11'],
  [/Windows NT 6\.[23]/, 'Windows 8'],
  [/Windows NT 6\.1/, 'Windows 7'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
];

function browserIn(agent: string): string | undefined {
  for (const [sign, name] of browsers) {
    const match = sign.exec(agent);
    if (match) return match[1] ? `${name} ${match[1]}` : name;
  }
  return undefined;
}

/**
 * Returns e.g. 「Chrome 141 · Windows 10/11」 from a user agent; an integration is named by its first token, at most 30
 * characters, an empty user agent is 「未知设备」.
 */
export function browserOf(agent: string): string {
  const system = systems.find(([sign]) => sign.test(agent))?.[1];
  const named = [browserIn(agent), system].filter(Boolean).join(' · ');
  return named || agent.split(/[/\s]/)[0]?.slice(0, 30) || '未知设备';
}
