// file: files of the server: pictures, portraits, downloads.

import { fetchContent, send } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';

/**
 * Downloads a file: a form POST with the token as a field, so that no token stands in an address. It opens a page of
 * its own, because a refusal is answered with a page.
 */
export function downloadFile(id: string): void {
  const form = document.createElement('form');
  form.method = 'POST';
  form.action = '/api/file/downloadFile';
  form.target = '_blank';
  form.hidden = true;
  for (const [name, value] of Object.entries({ id, token: session().token ?? '' })) {
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    field.value = value;
    form.append(field);
  }
  document.body.append(form);
  form.submit();
  form.remove();
}

/** Where a kept file is fetched by whoever is logged in. */
export const fileAddress = '/api/file/getFile';

/**
 * Fetches a file for the page itself, with the session's header; where that is over, the login is asked for as by every call.
 * @param address another address that hands out files by their id
 * @returns an object URL; the caller revokes it
 * @throws CallError when it is refused or no answer came
 */
export async function fileUrl(id: string, signal?: AbortSignal, address = fileAddress): Promise<string> {
  return URL.createObjectURL(await fetchContent(`${address}?id=${id}`, signal));
}

/**
 * Sends a file to an endpoint that stores one.
 * @param extraFields further fields of the form
 * @returns the endpoint's data
 * @throws CallError when it is refused or no answer came
 */
export function uploadFile<T>(path: string, file: File, extraFields: Record<string, string> = {}): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(extraFields)) form.append(name, value);
  form.append('file', file);
  return send<T>('POST', path, form);
}

/** Gives the person a text that the page has made as a file. */
export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
