import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { ReadWriteSet } from '#contract/entities/command-mapping.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { fold } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { applyCommand, type ExecutedCommand } from './apply-command.ts';
import { type Failure, failureOfRefusal, type SaveOutcome } from './outcome.ts';
import { entityIdOfCommand } from './entity-id.ts';
import { commandMappingOf, isSingleCommand } from '#contract/entities/command-mappings.ts';

export interface PendingCommandsOptions {
  /** Sends one command. Rejects if the server did not execute it. */
  readonly send: (command: BusinessCommand, confirmed: Business) => Promise<ExecutedCommand>;
  readonly undo: (changeId: string) => Promise<SaveOutcome>;
  /** Turns the error of `send` into sentences, and reacts to it. */
  readonly toFailure: (error: unknown) => Failure;
  /** Is called when the server's state differed from the confirmed one. */
  readonly onStateDiffers: () => void;
}

/** A command that is applied on screen; the outcome follows from the server's answer. */
export interface IssuedCommand {
  /** The id of the entity that the command is about. */
  readonly id: string;
  /** The immediate refusal: nothing has changed and nothing is sent. */
  readonly refused?: Failure;
  readonly outcome: Promise<SaveOutcome>;
}

interface PendingEntry {
  readonly number: number;
  readonly command: BusinessCommand;
  readonly readWriteSet: ReadWriteSet;
  readonly outcome: Promise<SaveOutcome>;
}

/**
 * The confirmed state and the pending commands. The state on screen is the commands folded over the confirmed state, so
 * removing a failed one never affects a later change.
 */
export class PendingCommands {
  confirmed: Business = emptyBusiness;
  private entries: readonly PendingEntry[] = [];
  private changesOnServer: readonly Promise<unknown>[] = [];
  readonly #options: PendingCommandsOptions;
  #started = 0;

  constructor(options: PendingCommandsOptions) {
    this.#options = options;
    makeAutoObservable<this, 'entries' | 'changesOnServer'>(
      this,
      { confirmed: observableRef, entries: observableRef, changesOnServer: observableRef, startedCount: false },
      { autoBind: true },
    );
  }

  /** The state on screen. */
  get stateOnScreen(): Business {
    return this.entries.reduce((state, { command }) => applyTo(state, command), this.confirmed);
  }

  /** Tells whether a command has no answer yet. */
  get hasUnsavedChanges(): boolean {
    return this.entries.length > 0 || this.changesOnServer.length > 0;
  }

  /** The number of commands so far: a read that overlaps one may or may not contain it. */
  get startedCount(): number {
    return this.#started;
  }

  /** Sets the confirmed state after a read. */
  confirm(business: Business): void {
    this.confirmed = business;
  }

  /** Applies the command to the screen at once and sends it when all commands that it depends on are answered. */
  issue(command: BusinessCommand): IssuedCommand {
    const id = entityIdOfCommand(command);
    const state = this.stateOnScreen;
    const decision = decide(state, command);
    if (isRefusal(decision)) {
      const failure = failureOfRefusal(decision);
      return { id, refused: failure, outcome: Promise.resolve({ kind: 'failed', failure }) };
    }
    if (decision.length === 0) return { id, outcome: Promise.resolve({ kind: 'saved', id }) };
    const readWriteSet = readWriteSetOf(command, state);
    const earlier = this.entries.filter((entry) => isConflicting(entry.readWriteSet, readWriteSet));
    this.#started += 1;
    const number = this.#started;
    const outcome = this.sendAfter(number, earlier);
    this.entries = [...this.entries, { number, command, readWriteSet, outcome }];
    return { id, outcome };
  }

  /**
   * Runs a change based on the history, which only the server has: it is sent once no command is pending, and appears
   * on screen with the next read.
   */
  async runOnServer<T>(change: () => Promise<T>): Promise<T> {
    await this.whenAnswered();
    this.#started += 1;
    const pendingChange = change();
    const trackedChange = pendingChange.catch(() => undefined);
    this.changesOnServer = [...this.changesOnServer, trackedChange];
    try {
      return await pendingChange;
    } finally {
      runInAction(() => {
        this.changesOnServer = this.changesOnServer.filter((other) => other !== trackedChange);
      });
    }
  }

  /** Resolves when all commands are answered. */
  async whenAnswered(): Promise<void> {
    while (this.hasUnsavedChanges)
      await Promise.all([...this.entries.map(({ outcome }) => outcome), ...this.changesOnServer]);
  }

  private async sendAfter(number: number, earlier: readonly PendingEntry[]): Promise<SaveOutcome> {
    await Promise.all(earlier.map((entry) => entry.outcome));
    return this.send(number);
  }

  private async send(number: number): Promise<SaveOutcome> {
    const command = this.entries.find((entry) => entry.number === number)?.command;
    if (!command) throw new Error('a command is there until it is answered');
    const id = entityIdOfCommand(command);
    // A command that it depends on may have failed meanwhile.
    const decision = decide(this.confirmed, command);
    if (isRefusal(decision)) {
      this.drop(number);
      return { kind: 'failed', failure: failureOfRefusal(decision) };
    }
    if (decision.length === 0) {
      this.drop(number);
      return { kind: 'saved', id };
    }
    try {
      const executed = await this.#options.send(command, this.confirmed);
      this.confirmExecuted(number, executed);
      const { changeId } = executed;
      return { kind: 'saved', id, ...(changeId !== undefined && { undo: () => this.#options.undo(changeId) }) };
    } catch (error) {
      this.drop(number);
      return { kind: 'failed', failure: this.#options.toFailure(error) };
    }
  }

  private drop(number: number): void {
    this.entries = this.entries.filter((entry) => entry.number !== number);
  }

  private confirmExecuted(number: number, executed: ExecutedCommand): void {
    const { business, differsFromServer } = applyCommand(this.confirmed, executed);
    this.confirmed = business;
    this.drop(number);
    if (differsFromServer) this.#options.onStateDiffers();
  }
}

function applyTo(state: Business, command: BusinessCommand): Business {
  const decision = decide(state, command);
  return isRefusal(decision) || decision.length === 0 ? state : fold(decision, state);
}

/**
 * Tells whether one command writes what the other reads or writes. Such commands are sent in order; all others in
 * parallel.
 */
const isConflicting = (a: ReadWriteSet, b: ReadWriteSet): boolean =>
  a.writes.some((name) => b.writes.includes(name) || b.reads.includes(name)) ||
  a.reads.some((name) => b.writes.includes(name));

/**
 * The names of the entities that a command reads and writes. A list counts as an entity: additions keep their order, so
 * that the server lists them as they were entered.
 */
function readWriteSetOf(command: BusinessCommand, state: Business): ReadWriteSet {
  if (isSingleCommand(command)) return commandMappingOf(command).readWriteSet(command, state);
  const sets = command.type === 'ApplyChangeSet' ? command.commands.map((member) => readWriteSetOf(member, state)) : [];
  return { writes: sets.flatMap(({ writes }) => writes), reads: sets.flatMap(({ reads }) => reads) };
}

interface UncertainCommand {
  readonly command: BusinessCommand;
  readonly key: string;
}

/**
 * Commands whose connection broke before an answer, so that nobody knows whether the server executed them; pending ones
 * still wait for their answer. A repeated command gets the same idempotency key and ids, so that the server does not
 * execute it twice.
 */
export function createUncertainCommands() {
  const commands = new Map<string, UncertainCommand>();
  return {
    remember: (uncertain: UncertainCommand): void => void commands.set(contentOf(uncertain.command), uncertain),
    /** The uncertain command with the same content. */
    findEqual: (command: BusinessCommand): BusinessCommand | undefined => commands.get(contentOf(command))?.command,
    /** The key of the command, once: a third identical command is a new one. */
    take(command: BusinessCommand): string | undefined {
      const content = contentOf(command);
      const uncertain = commands.get(content);
      commands.delete(content);
      return uncertain?.key;
    },
  };
}

/** The content of a command without the ids of added entities. */
const contentOf = (command: BusinessCommand): string =>
  JSON.stringify(command.type.startsWith('Add') && 'id' in command ? { ...command, id: 'new' } : command);
