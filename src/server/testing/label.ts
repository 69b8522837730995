/** Abbreviations used unchanged on Chinese screens. */
const usual = new Set(['IP', 'IMEI', 'SN/IMEI', 'MAC', 'ICCID', 'GPS', 'WiFi', 'Webhook', 'GET', 'POST']);
/** Names of protocols. */
const protocols = new Set('JT/T 808|GT06|H02|EV-07B|Zigbee2MQTT|LoRaWAN|ThingsBoard|SCAIP'.split('|'));

/**
 * Returns whether a text is suitable for a screen: Chinese, no identifier (`emergencyContact`, `quality.sampling`) and
 * no code before a label (「3 · 独居」).
 */
export function isLabel(text: unknown): boolean {
  if (typeof text !== 'string') return false;
  if (usual.has(text) || protocols.has(text)) return true;
  return /\p{Script=Han}/u.test(text) && !/[a-z][A-Z]|[a-z][._][a-z]|^\d+ · /.test(text);
}
