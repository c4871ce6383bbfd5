import { onDemand } from './on-demand.tsx';

/** Where toasts appear, in a chunk of its own: none is needed for the first view. */
export const LateToasts = onDemand(async () => (await import('./toasts.tsx')).Toasts);
