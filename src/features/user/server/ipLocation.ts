/** Returns the network of an IP address, from the address alone: this machine, local network or outside. */
export function ipLocation(ip: string): '本机' | '内网' | '外网' {
  const plain = ip.replace(/^::ffff:/i, '').toLowerCase();
  if (/^127\.|^::1$/.test(plain)) return '本机';
  const local =
    /^10\.|^192\.168\.|^169\.254\.|^172\.(1[6-9]|2\d|3[01])\.|^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|^f[cd]|^fe80:/;
  return local.test(plain) ? '内网' : '外网';
}
