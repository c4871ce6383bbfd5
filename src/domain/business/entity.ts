/**
 * What all named entities of a business have. `version` counts the events about one entity (1 when it was added);
 * `sequence` is the place of its first event in the stream, so that lists keep the order in which entities were added.
 */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly sequence: number;
}
