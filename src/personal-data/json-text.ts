/**
 * A part of a streamed JSON document: a plain value, a text, an object of parts, or a list whose items come one by one.
 */
export type JsonPart =
  | { readonly value: unknown }
  /** JSON text, inserted unchanged. */
  | { readonly text: string }
  | { readonly items: AsyncIterable<JsonPart> | Iterable<JsonPart> }
  | { readonly members: Iterable<readonly [string, JsonPart]> }
  /** A part that is made when the text reaches it. */
  | { readonly make: () => Promise<JsonPart> };

export const lazyPart = (make: () => Promise<JsonPart>): JsonPart => ({ make });

/** Yields the text of a document piece by piece: at most one value is in memory at a time. */
export async function* jsonText(part: JsonPart): AsyncGenerator<string> {
  if ('make' in part) yield* jsonText(await part.make());
  else if ('value' in part) yield JSON.stringify(part.value) ?? 'null';
  else if ('text' in part) yield part.text;
  else if ('items' in part) yield* listText(part.items);
  else yield* objectText(part.members);
}

async function* listText(items: AsyncIterable<JsonPart> | Iterable<JsonPart>): AsyncGenerator<string> {
  let separator = '[\n';
  for await (const item of items) {
    yield separator;
    yield* jsonText(item);
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n]' : '[]';
}

async function* objectText(members: Iterable<readonly [string, JsonPart]>): AsyncGenerator<string> {
  let separator = '{\n';
  for (const [name, member] of members) {
    yield `${separator}${JSON.stringify(name)}: `;
    yield* jsonText(member);
    separator = ',\n';
  }
  yield separator === ',\n' ? '\n}' : '{}';
}
