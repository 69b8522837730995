// file: files of the server: pictures, portraits, downloads.

import { fetchContent, send } from '#web/api/request.ts';
import { session } from '#web/api/session.ts';

/**
 * Downloads a file with a form POST and the token as a field, so that no URL contains a token. It opens a new page,
 * because a refusal is answered with a page.
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

/** URL of stored files for logged-in users. */
export const fileAddress = '/api/file/getFile';

/**
 * Fetches a file for the page with the session's header; an ended session opens the login dialog like any call.
 * @param address another URL that serves files by id
 * @returns an object URL; the caller revokes it
 * @throws CallError if it is refused or there is no answer
 */
export async function fileUrl(id: string, signal?: AbortSignal, address = fileAddress): Promise<string> {
  return URL.createObjectURL(await fetchContent(`${address}?id=${id}`, signal));
}

/**
 * Uploads a file to an endpoint.
 * @param extraFields further fields of the form
 * @returns the endpoint's data
 * @throws CallError if it is refused or there is no answer
 */
export function uploadFile<T>(path: string, file: File, extraFields: Record<string, string> = {}): Promise<T> {
  const form = new FormData();
  for (const [name, value] of Object.entries(extraFields)) form.append(name, value);
  form.append('file', file);
  return send<T>('POST', path, form);
}

/** Saves a text made by the page as a file on the user's computer. */
export function saveText(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
