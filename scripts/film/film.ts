import { join } from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Frame } from './encode.ts';

/** 1280 × 720 pixels of a window that is wide enough for the rail of tabs. */
const VIEWPORT = { width: 1066, height: 600 };
const SCALE = 1280 / VIEWPORT.width;
/** How long the pointer travels, and a key takes. */
const TRAVEL_STEPS = 9;
const STEP_S = 1 / 15;
const KEY_S = 0.16;

/** What is laid over the page: the words of the scene, and a pointer, which screenshots lack. */
const OVERLAY = `
  #film-words { position: fixed; inset: auto 0 0; z-index: 2147483647; display: grid; place-items: center;
    min-height: 76px; padding: 12px 40px; background: #12291e; color: #faf7f1; pointer-events: none;
    font: 600 24px/1.25 'Inter Variable', system-ui, sans-serif; letter-spacing: -0.01em; text-align: center; }
  #film-pointer { position: fixed; z-index: 2147483647; width: 26px; height: 26px; margin: -13px; border-radius: 50%;
    background: rgb(214 85 42 / 45%); border: 2px solid #b03f18; pointer-events: none; }
  body { padding-bottom: 200px; }
  * { caret-color: transparent !important; }
`;

/** A page that is photographed while somebody uses it. */
export class Film {
  readonly page: Page;
  readonly frames: Frame[] = [];
  readonly #folder: string;
  #at = { x: VIEWPORT.width * 0.62, y: VIEWPORT.height * 0.5 };

  private constructor(page: Page, folder: string) {
    this.page = page;
    this.#folder = folder;
  }

  static async begin(browser: Browser, { origin, folder }: { origin: string; folder: string }): Promise<Film> {
    const context = await browser.newContext({
      baseURL: origin,
      viewport: VIEWPORT,
      deviceScaleFactor: SCALE,
      locale: 'pt-BR',
      timezoneId: 'America/Sao_Paulo',
      colorScheme: 'light',
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    // What runs this names the functions that it sends into the page by a helper of its own, which the page lacks.
    await context.addInitScript('globalThis.__name = (named) => named');
    return new Film(await context.newPage(), folder);
  }

  get seconds(): number {
    return this.frames.reduce((sum, { seconds }) => sum + seconds, 0);
  }

  /** Opens a page of the product. */
  async open(path: string, isThere: Locator): Promise<void> {
    await this.page.goto(path);
    await isThere.waitFor();
    await this.page.waitForLoadState('networkidle');
    await this.page.addStyleTag({ content: OVERLAY });
  }

  /** What the scene says, from now on. */
  async say(words: string): Promise<void> {
    await this.page.evaluate(
      ([text, x, y]) => {
        const part = (id: string): HTMLElement => {
          const held = document.getElementById(id) ?? document.body.appendChild(document.createElement('div'));
          held.id = id;
          return held;
        };
        part('film-words').textContent = text;
        Object.assign(part('film-pointer').style, { left: `${x}px`, top: `${y}px` });
      },
      [words, this.#at.x, this.#at.y] as const,
    );
  }

  /** A picture of what there is, to be seen so long. */
  async hold(seconds: number): Promise<void> {
    const file = join(this.#folder, `${String(this.frames.length).padStart(4, '0')}.png`);
    await this.page.screenshot({ path: file, animations: 'disabled' });
    this.frames.push({ file, seconds });
  }

  /** Into the middle of the window, evenly. */
  async scrollTo(target: Locator, margin = 90): Promise<void> {
    const box = await target.boundingBox();
    const distance = (box?.y ?? margin) - margin;
    for (let step = 0; step < TRAVEL_STEPS; step += 1) {
      await this.page.mouse.wheel(0, distance / TRAVEL_STEPS);
      await this.page.waitForTimeout(40);
      await this.hold(STEP_S);
    }
  }

  /** The pointer goes there and presses. */
  async press(target: Locator): Promise<void> {
    const box = await target.boundingBox();
    if (!box) throw new Error(`nothing to press: ${String(target)}`);
    const to = { x: box.x + Math.min(box.width / 2, 160), y: box.y + Math.min(box.height / 2, 28) };
    const from = this.#at;
    for (let step = 1; step <= TRAVEL_STEPS; step += 1) {
      const part = 0.5 - Math.cos((Math.PI * step) / TRAVEL_STEPS) / 2;
      this.#at = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
      await this.#placePointer();
      await this.hold(STEP_S);
    }
    await this.page.mouse.click(to.x, to.y);
    await this.page.waitForTimeout(250);
  }

  /** Letter by letter. */
  async type(text: string): Promise<void> {
    for (const letter of text) {
      await this.page.keyboard.type(letter);
      await this.page.waitForTimeout(60);
      await this.hold(KEY_S);
    }
  }

  async #placePointer(): Promise<void> {
    await this.page.mouse.move(this.#at.x, this.#at.y);
    await this.page.evaluate(
      ([x, y]) => {
        const pointer = document.getElementById('film-pointer');
        if (pointer) Object.assign(pointer.style, { left: `${x}px`, top: `${y}px` });
      },
      [this.#at.x, this.#at.y] as const,
    );
  }
}
