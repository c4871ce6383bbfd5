import { createRequire } from 'node:module';

/*
 * The tests render with React as it is served: with its development build they take a quarter more time. That build
 * alone has `act`, in which Testing Library wraps every event and every render, so here is one: it ends once React has
 * nothing left to render, and throws what a component has thrown.
 */

const nextImmediate = setImmediate;
const scheduled = { count: 0 };
/** What components have thrown and no `act` has thrown yet. */
const errors: unknown[] = [];
let runningActs = 0;

// React keeps these functions when it is loaded, so they are replaced before that.
globalThis.setImmediate = ((callback: () => void) => {
  scheduled.count += 1;
  return nextImmediate(() => {
    scheduled.count -= 1;
    callback();
  });
}) as typeof setImmediate;
globalThis.reportError = (error) => {
  errors.push(error);
  if (runningActs === 0) nextImmediate(throwError);
};
const require = createRequire(import.meta.url);
const React = require('react') as object;
const { flushSync } = require('react-dom') as typeof import('react-dom');
globalThis.setImmediate = nextImmediate;

function throwError(): void {
  const [error] = errors.splice(0);
  if (error !== undefined) throw error;
}

/** Ends an `act` whose callback has returned a promise. */
async function endAct<T>(result: Promise<T>): Promise<T> {
  try {
    const value = await result;
    do await new Promise((resolve) => nextImmediate(resolve));
    while (scheduled.count > 0);
    throwError();
    return value;
  } finally {
    runningActs -= 1;
  }
}

function act<T>(callback: () => T | Promise<T>): unknown {
  runningActs += 1;
  let result: T | Promise<T>;
  try {
    result = flushSync(callback);
    if (result instanceof Promise) return endAct(result);
    flushSync(() => undefined);
    throwError();
  } catch (error) {
    runningActs -= 1;
    throw error;
  }
  // What is not awaited has ended already; `await act(…)` also waits for what React has scheduled.
  runningActs -= 1;
  return {
    // oxlint-disable-next-line unicorn/no-thenable -- `await act(…)` is how tests wait for it
    then(resolve: () => void, reject: (error: unknown) => void) {
      runningActs += 1;
      void endAct(Promise.resolve()).then(resolve, reject);
    },
  };
}

Reflect.set(React, 'act', act);
