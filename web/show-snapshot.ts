import { fromSnapshotNode, readSnapshot } from './stores/snapshot.ts';

/**
 * An inline script behind `#root` of dashboard.html: while the app is loading, it displays the figures of the last
 * visit in place of the spinner, marked as such and without function. As soon as the app displays anything else, they
 * go.
 */
function showSnapshot(): void {
  const [root, place] = [document.getElementById('root'), document.getElementById('snapshot')];
  const content = readSnapshot(document);
  if (!root || !place || content === undefined) return;
  const { dataset } = document.documentElement;
  place.prepend(fromSnapshotNode(content));
  place.hidden = false;
  dataset['snapshot'] = '';
  new MutationObserver((_, observer) => {
    if (root.querySelector('[data-spinner]') !== null) return;
    observer.disconnect();
    delete dataset['snapshot'];
    place.remove();
  }).observe(root, { childList: true, subtree: true });
}

showSnapshot();
