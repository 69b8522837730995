/** Returns whether 15 digits are an IMEI: the last digit is the Luhn check digit of the others (3GPP TS 23.003). */
export function isImei(text: string): boolean {
  if (!/^\d{15}$/.test(text)) return false;
  const sum = [...text].reduce((all, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1);
    return all + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
