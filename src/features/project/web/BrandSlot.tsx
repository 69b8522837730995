import { useQuery } from '@tanstack/react-query';
import { projectApi } from '#features/project/contract.ts';
import { callApi } from '#web/api/request.ts';
import { useSession } from '#web/api/session.ts';
import { Logo } from './Logo.tsx';
import './mark.css';

/** Cache time of the header's title and logo, ms. */
const freshFor = 300_000;

/** Logo and title of the project, for users bound to exactly one project. */
export default function BrandSlot() {
  const userId = useSession().user?.id;
  const { data: brand } = useQuery({
    queryKey: [projectApi.getProjectBrand.path, userId],
    queryFn: ({ signal }) => callApi(projectApi.getProjectBrand, {}, { signal }),
    enabled: userId !== undefined,
    staleTime: freshFor,
  });
  if (!brand) return null;
  return (
    <span className="project-mark pl-3 max-md:hidden inline-flex items-center min-w-0 gap-2">
      {brand.logoFileId && <Logo id={brand.logoFileId} />}
      {brand.title && (
        <b className="truncate text-sm" title={brand.title}>
          {brand.title}
        </b>
      )}
    </span>
  );
}
