import { makeAutoObservable, runInAction } from 'mobx';
import type { UserBody } from '#contract/user.ts';
import type { SessionClient } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import type { BusinessKeeper } from './kept-business.ts';
import type { LocalMarkers } from './local-markers.ts';

/** The window around the session. */
export interface SessionWindow {
  /** '?code=…' of the present address. */
  search(): string;
  /** Takes the parameters out of the address bar and the history. */
  forgetSearch(): void;
  /** Runs `work` while no other tab runs any. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  leaveTo(url: string): void;
  reload(): void;
}

export interface SessionOptions {
  readonly api: SessionClient;
  readonly window: SessionWindow;
  readonly markers: LocalMarkers;
  /** The page was asked for without a session: it is known that nobody is signed in. */
  readonly isAnonymous?: boolean;
  /** What was last seen here; loaded when it is needed. */
  readonly keeper?: () => Promise<Pick<BusinessKeeper, 'read' | 'forget'> | undefined>;
  readonly log?: (message: string) => void;
}

/** Who is there. Errors are logged; what the user sees of them is that nobody is signed in. */
export class SessionStore {
  user: UserBody | null = null;
  /** True until the first load of the user has ended, one way or the other; false at once where there is nobody to load. */
  isPending: boolean;
  /** Somebody was signed in on this page and no longer is: their session ran out, or they left. */
  hasEnded = false;
  /** Of these: it ran out, which the person did not ask for. */
  hasRunOut = false;
  /** The user is who was last here: there was no connection to ask. */
  isFromKept = false;
  /** The last load of the user failed, and nobody was known before: who is there is not known, which is not nobody. */
  isUnknown = false;
  /** True during a load. */
  isFetching = false;
  /** Why the sign-in that was tried last did not work, in a sentence. */
  signInFailure: string | undefined = undefined;

  readonly #options: Required<SessionOptions>;
  #fetching: Promise<void> | undefined;
  #exchange: Promise<string> | undefined;

  constructor(options: SessionOptions) {
    // oxlint-disable-next-line no-console -- this is the place where session errors go
    const log = (message: string): void => console.warn(message);
    this.#options = { log, keeper: () => Promise.resolve(undefined), isAnonymous: false, ...options };
    this.isPending = !this.#options.isAnonymous;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get hasAccess(): boolean {
    return this.user?.access_granted === true;
  }

  /** Using the product without an account, by a payment made in this browser. */
  get isGuest(): boolean {
    return this.user?.guest === true;
  }

  /** How to address the person: the Google name first, then the own name, then the e-mail. */
  get displayName(): string {
    return this.user?.google_user_data?.name || this.user?.name || this.user?.email || '';
  }

  /** When the page opens: asks who is there, unless it is known that nobody is. */
  begin(): Promise<void> {
    if (!this.#options.isAnonymous) return this.fetchUser();
    this.#nobody();
    return Promise.resolve();
  }

  /** Loads the user; callers at the same time share one request. A failure leaves the user as it was. */
  fetchUser(): Promise<void> {
    this.#fetching ??= this.#loadUser().finally(() => {
      this.#fetching = undefined;
    });
    return this.#fetching;
  }

  async #loadUser(): Promise<void> {
    const { api, log } = this.#options;
    runInAction(() => (this.isFetching = true));
    try {
      const user = await api.call('currentUser', {});
      this.take(user);
    } catch (error) {
      log(`Failed to fetch user: ${reasonOf(error)}`);
      if (error instanceof NetworkFailure) await this.#takeKept();
      const isNobody = error instanceof ApiProblem && error.status === 401;
      if (isNobody) this.#nobody();
      runInAction(() => (this.isUnknown = !isNobody && this.user === null));
    } finally {
      runInAction(() => {
        this.isFetching = false;
        this.isPending = false;
      });
    }
  }

  /** Without a connection: whoever was last here may look at what was last seen. */
  async #takeKept(): Promise<void> {
    if (this.user !== null || !this.#options.markers.wasSignedIn()) return;
    const kept = await this.#keeper().then((keeper) => keeper?.read());
    runInAction(() => {
      if (this.user !== null || !kept) return;
      this.user = kept.user;
      this.isFromKept = true;
    });
  }

  #nobody(): void {
    if (this.isFromKept) this.expire();
    else void this.#forgetKept();
  }

  /** Nobody else sees what was last seen here, and nobody at all once they have gone. */
  #forgetKept(): Promise<void> {
    if (!this.#options.markers.wasSignedIn()) return Promise.resolve();
    return this.#keeper().then((keeper) => keeper?.forget());
  }

  async #forgetOthers({ id, access_granted: hasAccess }: UserBody): Promise<void> {
    const keeper = await this.#keeper();
    const kept = await keeper?.read();
    if (kept && (kept.user.id !== id || !hasAccess)) await keeper?.forget();
  }

  async #keeper(): Promise<Pick<BusinessKeeper, 'read' | 'forget'> | undefined> {
    return this.#options.keeper().catch(() => undefined);
  }

  /** The user as the server has just told, by whatever call. */
  take(user: UserBody): void {
    const { markers } = this.#options;
    if (markers.wasSignedIn()) void this.#forgetOthers(user);
    this.user = user;
    this.isFromKept = false;
    this.isUnknown = false;
    this.hasEnded = false;
    this.hasRunOut = false;
    if (user.access_granted) markers.rememberSignedIn();
    if (!user.guest) markers.forgetDirectPayment();
  }

  /** Sends the browser to the identity provider. False when the address could not be had. */
  async redirectToLogin(returnTo?: string): Promise<boolean> {
    const { api, window, log } = this.#options;
    try {
      const query = returnTo === undefined ? {} : { return_to: returnTo };
      const { redirectUrl } = await api.call('loginRedirect', { query });
      window.leaveTo(redirectUrl);
      return true;
    } catch (error) {
      log(`Failed to get login redirect URL: ${reasonOf(error)}`);
      return false;
    }
  }

  /**
   * Turns the code in the address into a session and loads its user. Runs once; later calls get the first one's result.
   * Where the code was spent before, by an address opened again or by another tab, and somebody is signed in, it goes on.
   * @returns the path to go on with: where the sign-in was asked for, else the dashboard
   * @throws Error without a code, or when the server refused it; `signInFailure` then has a sentence about it
   */
  exchangeCodeForSessionToken(): Promise<string> {
    this.#exchange ??= this.#options.window.alone(() => this.#exchangeCode());
    return this.#exchange;
  }

  async #exchangeCode(): Promise<string> {
    const { api, window, log } = this.#options;
    const given = Object.fromEntries(new URLSearchParams(window.search()));
    const { code = '', error: denied, state, iss } = given;
    if (code === '' && denied === undefined) {
      log(NO_CODE);
      if (await this.#isSignedIn()) return '/dashboard';
      runInAction(() => (this.signInFailure = sentenceOf(undefined)));
      throw new Error(NO_CODE);
    }
    try {
      window.forgetSearch(); // a code is worth a session: it stays neither in the history nor in a referrer
      const told = { ...(denied && { error: denied }), ...(state && { state }), ...(iss && { iss }) };
      const { return_to: returnTo } = await api.call('openSession', { body: { code, ...told } });
      await this.#fetching; // begun before there was a session: its answer is of no use
      await this.fetchUser();
      return returnTo === '/' ? '/dashboard' : returnTo;
    } catch (error) {
      log(`Failed to exchange code for session token: ${reasonOf(error)}`);
      if (isSpent(error) && (await this.#isSignedIn())) return '/dashboard';
      runInAction(() => (this.signInFailure = sentenceOf(error)));
      throw error;
    }
  }

  async #isSignedIn(): Promise<boolean> {
    await this.fetchUser();
    return this.user !== null && !this.isGuest;
  }

  /**
   * Makes a call as whoever is signed in: where the server knows of nobody, nobody is any more.
   * @throws what the call throws
   */
  async whileSignedIn<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) this.expire();
      throw error;
    }
  }

  /** The server no longer knows the session: nobody is signed in. */
  expire(): void {
    void this.#forgetKept();
    this.user = null;
    this.hasEnded = true;
    this.hasRunOut = true;
  }

  /** The person's data are gone from the server; nothing of them stays here either. */
  forgetPerson(): Promise<void> {
    this.user = null;
    this.hasEnded = true;
    const forgotten = this.#forgetKept();
    this.#options.markers.clearPersonal();
    return forgotten;
  }

  /** Signed out at once on screen, then on the server, then everywhere: the page starts again with nothing in memory. */
  async logout(): Promise<void> {
    const { api, window, markers, log } = this.#options;
    if (this.user?.is_admin === true) markers.forgetAdminPassword();
    const forgotten = this.forgetPerson();
    try {
      await api.call('logout', {});
    } catch (error) {
      log(`Failed to logout: ${reasonOf(error)}`);
    }
    await forgotten;
    window.reload();
  }
}

const NO_CODE = 'Cannot exchange code for session token: no code provided in the URL search params.';

/** There was such a sign-in in this browser once, or it took too long: nothing that somebody signed in needs to know. */
const isSpent = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'sign_in_state' || error.code === 'sign_in_expired');

function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof NetworkFailure) return 'Não deu para concluir a entrada. Confira a internet e tente de novo.';
  return 'A entrada não foi concluída. Tente entrar de novo.';
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiProblem ? `API responded with HTTP status ${error.status}` : String(error);
