import { customerApi } from '#features/customer/contract.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import { uploadFile } from '#web/file/file.ts';
import { PictureSlot } from '#web/form/PictureSlot.tsx';
import { squarePicture } from '#web/form/squarePicture.ts';
import type { ControlProps } from '#web/form/types.ts';

/** Pictures that were chosen and are stored with the person, by the address under which the page shows them. */
const chosen = new Map<string, Blob>();

async function keep(file: File): Promise<string> {
  const picture = await squarePicture(file);
  const url = URL.createObjectURL(picture);
  chosen.set(url, picture);
  return url;
}

/** Stores the photo that was chosen in the form; a photo that is stored already stays. */
export async function uploadPhoto(id: string, photo: unknown): Promise<void> {
  const picture = typeof photo === 'string' ? chosen.get(photo) : undefined;
  if (!picture) return;
  await uploadFile(customerApi.uploadCustomerPhoto.path, new File([picture], 'photo.webp', { type: picture.type }), {
    id,
  });
  URL.revokeObjectURL(String(photo));
  chosen.delete(String(photo));
}

/** The photo by which somebody is recognised at the door. */
export function PhotoField(props: ControlProps) {
  return (
    <PictureSlot
      {...props}
      name="照片"
      hint="jpg/png/webp，不超过 5MB，自动裁成正方形。"
      upload={keep}
      show={(value) =>
        value.startsWith('blob:') ? <img src={value} alt="已选的照片" /> : <FileImage id={value} alt="现在的照片" />
      }
    />
  );
}
