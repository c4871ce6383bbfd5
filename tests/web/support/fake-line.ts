/** An `EventSource` whose events a test sends. `FakeLine.opened` has all instances. */
export class FakeLine extends EventTarget {
  static opened: FakeLine[] = [];
  readonly url: string;
  readyState = 0;
  constructor(url: string) {
    super();
    this.url = url;
    FakeLine.opened.push(this);
  }
  say(event: string, data: unknown): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }
  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }
  refuse(): void {
    this.readyState = 2;
    this.dispatchEvent(new Event('error'));
  }
  close(): void {
    this.readyState = 2;
  }
}
