/** Modules by which the build knows the pages that it treats in a special way. */
export const DASHBOARD = '/features/dashboard/dashboard-page.tsx';
/** Has no use for those who have a business of their own. */
export const DEMO = '/features/dashboard/demo-dashboard.tsx';
