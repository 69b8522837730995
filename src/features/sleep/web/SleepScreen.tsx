export default function SleepScreen() {
  return null;
}
