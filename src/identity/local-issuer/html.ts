import { escapeHtml } from '#runtime/escape-html.ts';

/** Text that is HTML already. Only the tag below makes one, so nothing that a user sends can pass for it. */
class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type { Markup };

type Value = string | Markup | readonly Markup[];

const textOf = (value: Value): string => {
  if (typeof value === 'string') return escapeHtml(value);
  return value instanceof Markup ? value.text : value.map((part) => part.text).join('');
};

/** html`<b>${name}</b>`: every value is escaped unless it came out of this tag itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    parts.map((part, index) => part + (index < values.length ? textOf(values[index] ?? '') : '')).join(''),
  );
}
