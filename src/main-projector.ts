import { startProjectorThread } from '#processes/projector-thread.ts';

// The thread loads while the process loads the rest of its program, because readers wait while the projection changes
// hands.
const thread = startProjectorThread();
const { runProjector } = await import('#processes/projector-program.ts');
await runProjector(process.env, thread);
