/** Distribution of grades by area, at `/healthy/assessment/area`. */
export default function AreaPage() {
  return null;
}
