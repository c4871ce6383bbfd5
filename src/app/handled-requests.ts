import type { RecordedEvent, RequestMark } from '#domain/event.ts';
import type { Position } from '#eventstore/port.ts';

/** The maximum number of idempotency keys that one stream remembers. */
const MAX_REMEMBERED_KEYS = 500;

export interface HandledRequest {
  readonly hash: string;
  /** Revision of the last event that the request appended. */
  readonly revision: bigint;
  readonly position: Position;
}

/** The last requests that changed a stream, folded from the metadata of its events. */
export class HandledRequests {
  readonly #byKey = new Map<string, HandledRequest>();

  find(request: RequestMark): HandledRequest | undefined {
    return this.#byKey.get(nameOf(request));
  }

  remember({ meta, revision, position }: Pick<RecordedEvent, 'meta' | 'revision' | 'position'>): void {
    if (!meta.request) return;
    const name = nameOf(meta.request);
    this.#byKey.delete(name);
    this.#byKey.set(name, { hash: meta.request.hash, revision, position });
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MAX_REMEMBERED_KEYS && oldest !== undefined) this.#byKey.delete(oldest);
  }
}

const nameOf = ({ scope, key }: RequestMark): string => `${scope} ${key}`;
