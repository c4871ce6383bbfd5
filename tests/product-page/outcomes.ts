/** The observed events and refusals of one type of command. */
export interface Outcomes {
  readonly events: Set<string>;
  readonly refusals: Set<string>;
}

/** Outcomes by the type of the command. */
export type OutcomesByType = Map<string, Outcomes>;

type Decision = readonly { readonly type: string }[] | { readonly refusal: string };

export function noteOutcome(outcomes: OutcomesByType, type: string, decision: Decision): void {
  const { events, refusals } = outcomes.get(type) ?? { events: new Set(), refusals: new Set() };
  outcomes.set(type, { events, refusals });
  if ('refusal' in decision) refusals.add(decision.refusal);
  else for (const event of decision) events.add(event.type);
}
