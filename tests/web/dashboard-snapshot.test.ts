import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Business } from '#domain/business/state.ts';
import { keepSnapshot } from '#web/features/dashboard/dashboard-snapshot.ts';
import { createLocalMarkers, SIGNED_IN_BEFORE, SNAPSHOT, type SnapshotNode } from '#web/stores/local-markers.ts';
import { fromSnapshotNode, readSnapshot } from '#web/stores/snapshot.ts';

const shown = (): string | undefined => {
  const content = readSnapshot(document);
  return content && (fromSnapshotNode(content) as Element).innerHTML;
};

const CARDS = '<ul><li><button><strong>R$ 1,00</strong></button></li></ul>';
const PAGE = `<div id="root"><main id="conteudo" style="width: 1px">${CARDS}<div data-below-fold>Gráfico</div></main></div>`;

const markers = createLocalMarkers(() => ({ local: localStorage, session: sessionStorage }));
const business = observable({ confirmed: {} as Business, currentMix: null }, {}, { deep: false });
let stop = (): void => undefined;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = PAGE;
  history.replaceState(null, '', '/dashboard');
  localStorage.setItem(SIGNED_IN_BEFORE, 'true');
  stop = keepSnapshot({ business, userId: 'ana', markers });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  localStorage.clear();
  document.body.innerHTML = '';
});

test('the dashboard is saved after a second, without ids, inline styles and what is below the fold', () => {
  expect(readSnapshot(document)).toBeUndefined();
  vi.advanceTimersByTime(1_000);
  expect(shown()).toBe(`<main>${CARDS}</main>`);
});

test('a change deletes the snapshot at once and saves the new figures a second later', () => {
  vi.advanceTimersByTime(1_000);
  runInAction(() => (business.confirmed = {} as Business));
  expect(localStorage.getItem(SNAPSHOT)).toBeNull();
  vi.advanceTimersByTime(1_000);
  expect(shown()).toContain('R$ 1,00');
});

test('another address, the demonstration and another build show no snapshot', () => {
  vi.advanceTimersByTime(1_000);
  history.replaceState(null, '', '/dashboard?tab=recipes');
  expect(readSnapshot(document)).toBeUndefined();
  history.replaceState(null, '', '/dashboard');
  expect(readSnapshot(document)).toBeDefined();
  document.head.innerHTML = '<script type="module" src="/assets/other.js"></script>';
  expect(readSnapshot(document)).toBeUndefined();
  document.head.innerHTML = '<meta name="session" content="none" />';
  expect(readSnapshot(document)).toBeUndefined();
  document.head.innerHTML = '';
});

test('nothing is saved while another screen is displayed', () => {
  history.replaceState(null, '', '/dashboard/alteracoes');
  vi.advanceTimersByTime(5_000);
  expect(localStorage.getItem(SNAPSHOT)).toBeNull();
});

test('a stored snapshot makes no element or attribute that could load or run anything', () => {
  const forged: SnapshotNode = [
    'main',
    { onclick: 'x()', style: 'x', href: 'javascript:x()', class: 'row' },
    [['script', { src: '/x.js' }, ['x()']], ['iframe', { srcdoc: 'x' }, []], '<b>'],
  ];
  const element = fromSnapshotNode(forged) as Element;
  expect(element.outerHTML).toBe('<main class="row"><div>x()</div><div></div>&lt;b&gt;</main>');
});
