/** Path of the list; a scale has its pages below it. */
export const scalesPath = '/healthy/assessment/scale';

/** Returns the address of a version of a scale, of the newest without one. */
export const viewPath = (code: string, version?: number) =>
  `${scalesPath}/view/${code}${version === undefined ? '' : `?version=${version}`}`;

/** Returns the address of the editor of a scale's next version. */
export const editPath = (code: string) => `${scalesPath}/edit/${code}`;

/** Returns the address of the editor of a new scale, which begins as a copy where a code is named. */
export const addPath = (copied?: string) => `${scalesPath}/add${copied === undefined ? '' : `?copy=${copied}`}`;

/** Opens an address of the product. */
export function open(path: string): void {
  location.hash = `#${path}`;
}
