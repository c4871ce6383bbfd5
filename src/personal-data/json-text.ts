/**
 * A part of a streamed JSON document: a plain value, a text, an object of parts, or a list whose items come one by one.
 */
export type JsonPart =
  | { readonly value: unknown }
  /** JSON text, inserted unchanged. */
  | { readonly text: string }
  | { readonly items: AsyncIterable<JsonPart> | Iterable<JsonPart> }
  | { readonly members: Iterable<readonly [string, JsonPart]> }
  /** Made when it is reached. */
  | { readonly make: () => Promise<JsonPart> };

export const later = (make: () => Promise<JsonPart>): JsonPart => ({ make });

/** The text of a document piece by piece: at most one value is in memory at a time. */
export async function* jsonText(part: JsonPart): AsyncGenerator<string> {
  if ('make' in part) yield* jsonText(await part.make());
  else if ('value' in part) yield JSON.stringify(part.value) ?? 'null';
  else if ('text' in part) yield part.text;
  else if ('items' in part) yield* listText(part.items);
  else yield* objectText(part.members);
}

async function* listText(items: AsyncIterable<JsonPart> | Iterable<JsonPart>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const item of items) {
    yield before;
    yield* jsonText(item);
    before = ',\n';
  }
  yield before === ',\n' ? '\n]' : '[]';
}

async function* objectText(members: Iterable<readonly [string, JsonPart]>): AsyncGenerator<string> {
  let before = '{\n';
  for (const [name, member] of members) {
    yield `${before}${JSON.stringify(name)}: `;
    yield* jsonText(member);
    before = ',\n';
  }
  yield before === ',\n' ? '\n}' : '{}';
}
