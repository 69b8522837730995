/** Physical examinations: list, form and comparison. */
export default function PhysicalScreen() {
  return null;
}
