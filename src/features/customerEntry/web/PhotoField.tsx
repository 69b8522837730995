import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import { PictureUpload } from '#web/form/fields/PictureUpload.tsx';
import { squarePicture } from '#web/form/fields/picture.ts';
import type { ControlProps } from '#web/form/types.ts';

/** Returns the picture as text, so that drafts can hold it; saving the customer stores it. */
async function keep(file: File): Promise<string> {
  const picture = await squarePicture(file);
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(String(reader.result));
    reader.onerror = () => failed(new Error('图片无法读取'));
    reader.readAsDataURL(picture);
  });
}

const isChosen = (photo: unknown): photo is string => typeof photo === 'string' && photo.startsWith('data:');

/** Decodes a `data:` address, which the page may not fetch. */
function fileOf(photo: string): File {
  const [head = '', text = ''] = photo.split(',');
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return new File([bytes], 'photo.webp', { type: /^data:([^;]+)/.exec(head)?.[1] ?? 'image/webp' });
}

/** Uploads the photo chosen in the form; a stored photo stays. */
export async function uploadPhoto(id: string, photo: unknown): Promise<void> {
  if (isChosen(photo)) await uploadFile(customerEntryApi.uploadCustomerPhoto.path, fileOf(photo), { id });
}

/** Field of the photo that identifies the customer at the door. */
export function PhotoField(props: ControlProps) {
  return (
    <PictureUpload
      {...props}
      name="照片"
      hint="jpg/png/webp，不超过 5MB，自动裁成正方形。"
      upload={keep}
      show={(value) =>
        isChosen(value) ? <img src={value} alt="已选的照片" /> : <FileImage id={value} alt="现在的照片" />
      }
    />
  );
}
