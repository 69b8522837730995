/** Links to the lists beside the one of examinations. */
export function ListTabs() {
  return (
    <a className="button inline-flex items-center whitespace-nowrap" href="#/healthy/physicals/due">
      应检名单
    </a>
  );
}
