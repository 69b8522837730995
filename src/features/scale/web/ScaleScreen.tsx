/** Scales: list and editor. */
export default function ScaleScreen() {
  return null;
}
