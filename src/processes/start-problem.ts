/**
 * The product cannot be started as it is set up. The message is one line for whoever operates it: the variable, what is
 * wrong with it, what to do.
 */
export class StartProblem extends Error {
  override readonly name = 'StartProblem';
}
