/** Returns the scale bar: a round number of metres that is at most `widest` pixels long. */
export function scaleBar(metresPerPixel: number, widest: number): { metres: number; pixels: number; text: string } {
  const most = metresPerPixel * widest;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = ([5, 2].find((step) => step * power <= most) ?? 1) * power;
  return {
    metres,
    pixels: metres / metresPerPixel,
    text: metres >= 1000 ? `${metres / 1000} km` : `${metres} m`,
  };
}
