import * as v from 'valibot';
import { endpoints } from './endpoint.ts';
import { Id } from './fields.ts';
import { changeRoutes } from './routes/owner.ts';

/** Taking back what was done, whatever it was. */
export const undoEndpoints = endpoints({
  undoChange: {
    ...changeRoutes.undoChange,
    access: 'owner',
    tag: 'Histórico',
    summary: 'Desfaz uma mudança inteira, se tudo o que ela tocou ainda está como ela deixou.',
    params: v.object({ id: Id }),
    reply: v.object({ id: v.pipe(v.string(), v.description('Da mudança que desfez: ela também pode ser desfeita.')) }),
  },
});
