import { uploadFile } from '#web/file/file.ts';
import { userApi } from '../contract.ts';

/** Returns a picture as a data URL, so that a draft keeps it over a reload. */
export function toDataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(new Error('图片无法读取'));
    reader.readAsDataURL(file);
  });
}

function blobOf(dataUrl: string): Blob {
  const [head = '', body = ''] = dataUrl.split(',');
  const bytes = Uint8Array.from(atob(body), (sign) => sign.charCodeAt(0));
  return new Blob([bytes], { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/webp' });
}

/** Uploads a portrait: of the account, or the viewer's without an id. */
export async function uploadPortrait(picture: string | Blob, id?: string): Promise<void> {
  const blob = typeof picture === 'string' ? blobOf(picture) : picture;
  const file = new File([blob], 'portrait.webp', { type: blob.type });
  await uploadFile(userApi.uploadUserImg.path, file, id ? { id } : {});
}
