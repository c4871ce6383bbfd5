import type { OwnerContract } from '#contract/owner.ts';
import type { BusinessCall } from './business-call.ts';

/** Takes back all that one call did. */
export const undoChange: BusinessCall<OwnerContract['undoChange']> = {
  undoes: ({ params }) => params.id,
  command: ({ undone }) => {
    if (!undone) throw new Error('what is taken back goes into the command');
    const { done, before, undoneBy } = undone;
    return { type: 'UndoChange', change: { events: done.map(({ event }) => event), before: before(), undoneBy } };
  },
  reply: (_after, _command, { changeId }) => ({ id: changeId }),
};
