/** Where prices and costs are tried. */
export const WHAT_IF = '/dashboard/e-se';
