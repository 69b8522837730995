import { lazy } from 'react';

/** The field of the customer's benefits; its code loads when a form shows it, so that lists do not carry it. */
export const BenefitsField = lazy(() => import('./BenefitRows.tsx'));
