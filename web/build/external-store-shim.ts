/** Stands in for the package use-sync-external-store/shim, which repeats a hook that React has. */
export { useSyncExternalStore } from 'react';
