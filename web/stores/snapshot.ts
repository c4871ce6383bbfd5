import { isPageWithoutSession } from '#web/api/page.ts';
import {
  GUEST_PAYMENT,
  readStored,
  SIGNED_IN_BEFORE,
  SNAPSHOT,
  type Snapshot,
  type SnapshotNode,
} from './local-markers.ts';

/** Path and query of the only address of which there is a snapshot. */
export const SNAPSHOT_ADDRESS = '/dashboard';

/** The address of the page's first script, which differs between builds. */
export const pageBuild = (page: Document): string =>
  page.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';

/** What is displayed while this page is loading; undefined unless its owner was signed in here and still may be. */
export function readSnapshot(page: Document): SnapshotNode | undefined {
  const { pathname, search } = page.location;
  if (pathname + search !== SNAPSHOT_ADDRESS || isPageWithoutSession(page)) return undefined;
  if (readStored(SIGNED_IN_BEFORE) !== 'true' || readStored(GUEST_PAYMENT) === 'true') return undefined;
  const stored = readStored(SNAPSHOT);
  const snapshot = stored === null ? undefined : (JSON.parse(stored) as Snapshot);
  return snapshot?.build === pageBuild(page) ? snapshot.content : undefined;
}

/** Attributes that are kept: they say how something looks, and none of them can load or run anything. */
const ATTRIBUTE =
  /^(?:class|hidden|(?:data|aria)-[\w-]+|viewBox|width|height|fill|stroke[\w-]*|d|points|[xy][12]?|r[xy]?|c[xy])$/;
const ELEMENT = /^(?!script$|style$|link$|base$|meta$|iframe$|object$|embed$|form$)[a-z][a-z0-9]*$/i;
const SVG = 'http://www.w3.org/2000/svg';

/** An element as data, without the elements that match `leftOut`. */
export const toSnapshotNode = (element: Element, leftOut: string): SnapshotNode => [
  element.localName,
  Object.fromEntries(
    [...element.attributes].filter(({ name }) => ATTRIBUTE.test(name)).map(({ name, value }) => [name, value]),
  ),
  [...element.childNodes].flatMap((child): readonly SnapshotNode[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.nodeValue ?? ''];
    return child instanceof Element && !child.matches(leftOut) ? [toSnapshotNode(child, leftOut)] : [];
  }),
];

/** Makes the nodes of a snapshot again, whatever is stored: as elements and texts, never from HTML. */
export function fromSnapshotNode(node: SnapshotNode, namespace: string | null = null): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  const [name, attributes, children] = node;
  const ownNamespace = name === 'svg' ? SVG : namespace;
  const tag = ELEMENT.test(name) ? name : 'div';
  const element = ownNamespace === null ? document.createElement(tag) : document.createElementNS(ownNamespace, tag);
  for (const [key, value] of Object.entries(attributes)) if (ATTRIBUTE.test(key)) element.setAttribute(key, value);
  element.append(...children.map((child) => fromSnapshotNode(child, ownNamespace)));
  return element;
}
