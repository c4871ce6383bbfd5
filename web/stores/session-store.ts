import { makeAutoObservable, runInAction } from 'mobx';
import type { UserBody } from '#contract/account.ts';
import type { SessionClient } from '#web/api/client.ts';
import { ApiProblem, NetworkFailure } from '#web/api/failures.ts';
import type { BusinessCache } from './business-cache.ts';
import type { LocalMarkers } from './local-markers.ts';

/** The part of the window that the session uses. */
export interface SessionWindow {
  /** The query of the address: '?code=…' */
  search(): string;
  /** Removes the query from the address bar and the history. */
  forgetSearch(): void;
  /** Runs `work` while no other tab runs any. */
  withLock<T>(work: () => Promise<T>): Promise<T>;
  navigateTo(url: string): void;
  reload(): void;
}

export interface SessionOptions {
  readonly api: SessionClient;
  readonly window: SessionWindow;
  readonly markers: LocalMarkers;
  /** Tells whether the page was requested without a session, so that nobody is signed in. */
  readonly isAnonymous?: boolean;
  /** Loads the cache of the last user on demand. */
  readonly loadCache?: () => Promise<Pick<BusinessCache, 'read' | 'forget'> | undefined>;
  readonly log?: (message: string) => void;
}

/** The session and its user. Errors are logged; on screen a failed session is one without a user. */
export class SessionStore {
  user: UserBody | null = null;
  /** Tells whether the first load of the user has not ended; false at once if there is no user to load. */
  isPending: boolean;
  /** Tells whether the person was signed in on this page and no longer is. */
  hasEnded = false;
  /** Tells whether the session ended by expiring rather than by signing out. */
  hasExpired = false;
  /** Tells whether the user comes from the cache, because there is no connection. */
  isFromCache = false;
  /** Tells whether loading the user failed without an earlier one: an unknown user is not the same as none. */
  isUnknown = false;
  /** Tells whether the user is being loaded. */
  isFetching = false;
  /** The reason of the last failed sign-in, as a sentence. */
  signInFailure: string | undefined = undefined;

  readonly #options: Required<SessionOptions>;
  #fetching: Promise<void> | undefined;
  #exchange: Promise<string> | undefined;

  constructor(options: SessionOptions) {
    // oxlint-disable-next-line no-console -- session errors are logged here
    const log = (message: string): void => console.warn(message);
    this.#options = { log, loadCache: () => Promise.resolve(undefined), isAnonymous: false, ...options };
    this.isPending = !this.#options.isAnonymous;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get hasAccess(): boolean {
    return this.user?.access_granted === true;
  }

  /** Tells whether the person uses the product without an account, by a payment in this browser. */
  get isGuest(): boolean {
    return this.user?.guest === true;
  }

  /** The name for addressing the person: Google's first, then their own, then the e-mail. */
  get displayName(): string {
    return this.user?.google_user_data?.name || this.user?.name || this.user?.email || '';
  }

  /** Loads the user when the page opens, unless it was requested without a session. */
  begin(): Promise<void> {
    if (!this.#options.isAnonymous) return this.fetchUser();
    this.#handleMissingUser();
    return Promise.resolve();
  }

  /** Loads the user; simultaneous callers share one request. After a failure the user stays as before. */
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
      this.setUser(user);
    } catch (error) {
      log(`Failed to fetch user: ${reasonOf(error)}`);
      if (error instanceof NetworkFailure) await this.#applyCachedUser();
      const isNobody = error instanceof ApiProblem && error.status === 401;
      if (isNobody) this.#handleMissingUser();
      runInAction(() => (this.isUnknown = !isNobody && this.user === null));
    } finally {
      runInAction(() => {
        this.isFetching = false;
        this.isPending = false;
      });
    }
  }

  /** Uses the cached user while there is no connection. */
  async #applyCachedUser(): Promise<void> {
    if (this.user !== null || !this.#options.markers.wasSignedIn()) return;
    const cached = await this.#loadCache().then((keeper) => keeper?.read());
    runInAction(() => {
      if (this.user !== null || !cached) return;
      this.user = cached.user;
      this.isFromCache = true;
    });
  }

  #handleMissingUser(): void {
    if (this.isFromCache) this.expire();
    else void this.#deleteCache();
  }

  /** Deletes the cached user and business, so that nobody else sees them. */
  #deleteCache(): Promise<void> {
    this.#options.markers.forgetSnapshot();
    if (!this.#options.markers.wasSignedIn()) return Promise.resolve();
    return this.#loadCache().then((cache) => cache?.forget());
  }

  async #deleteOtherCache({ id, access_granted: hasAccess }: UserBody): Promise<void> {
    this.#options.markers.forgetSnapshot(hasAccess ? { userId: id } : undefined);
    const keeper = await this.#loadCache();
    const cached = await keeper?.read();
    if (cached && (cached.user.id !== id || !hasAccess)) await keeper?.forget();
  }

  async #loadCache(): Promise<Pick<BusinessCache, 'read' | 'forget'> | undefined> {
    return this.#options.loadCache().catch(() => undefined);
  }

  /** Sets the user that another call has returned. */
  setUser(user: UserBody): void {
    const { markers } = this.#options;
    if (markers.wasSignedIn()) void this.#deleteOtherCache(user);
    this.user = user;
    this.isFromCache = false;
    this.isUnknown = false;
    this.hasEnded = false;
    this.hasExpired = false;
    if (user.access_granted) markers.rememberSignedIn();
    if (!user.guest) markers.forgetGuestPayment();
  }

  /** Sends the browser to the identity provider. @returns false if its address could not be read */
  async redirectToLogin(returnTo?: string): Promise<boolean> {
    const { api, window, log } = this.#options;
    try {
      const query = returnTo === undefined ? {} : { return_to: returnTo };
      const { redirectUrl } = await api.call('loginRedirect', { query });
      window.navigateTo(redirectUrl);
      return true;
    } catch (error) {
      log(`Failed to get login redirect URL: ${reasonOf(error)}`);
      return false;
    }
  }

  /**
   * Exchanges the code in the address for a session and loads its user. Runs once; later calls get the same promise. If
   * the code was used before, in a reopened address or another tab, and somebody is signed in, it succeeds.
   * @returns the path to continue with: the one where the sign-in began, else the dashboard
   * @throws Error without a code or if the server refuses it; `signInFailure` then explains why
   */
  exchangeCodeForSessionToken(): Promise<string> {
    this.#exchange ??= this.#options.window.withLock(() => this.#exchangeCode());
    return this.#exchange;
  }

  async #exchangeCode(): Promise<string> {
    const { api, window, log } = this.#options;
    const params = Object.fromEntries(new URLSearchParams(window.search()));
    const { code = '', error: denied, state, iss } = params;
    if (code === '' && denied === undefined) {
      log(NO_CODE);
      if (await this.#isSignedIn()) return '/dashboard';
      runInAction(() => (this.signInFailure = sentenceOf(undefined)));
      throw new Error(NO_CODE);
    }
    try {
      window.forgetSearch(); // A code is as good as a session, so it is removed from the history and never sent as a referrer.
      const providerReply = { ...(denied && { error: denied }), ...(state && { state }), ...(iss && { iss }) };
      const { return_to: returnTo } = await api.call('openSession', { body: { code, ...providerReply } });
      await this.#fetching; // The pending load began without the session, so its answer is useless.
      await this.fetchUser();
      return returnTo === '/' ? '/dashboard' : returnTo;
    } catch (error) {
      log(`Failed to exchange code for session token: ${reasonOf(error)}`);
      if (isUsedSignIn(error) && (await this.#isSignedIn())) return '/dashboard';
      runInAction(() => (this.signInFailure = sentenceOf(error)));
      throw error;
    }
  }

  async #isSignedIn(): Promise<boolean> {
    await this.fetchUser();
    return this.user !== null && !this.isGuest;
  }

  /**
   * Makes a call as the signed-in user, and ends the session here if the server reports that it is over.
   * @throws the error of the call
   */
  async whileSignedIn<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) this.expire();
      throw error;
    }
  }

  /** The server reports that the session is over, so nobody is signed in. */
  expire(): void {
    void this.#deleteCache();
    this.user = null;
    this.hasEnded = true;
    this.hasExpired = true;
  }

  /**
   * Removes the person from this browser: at logout, after an erasure, and once a guest's access is another account's.
   */
  forgetPerson(): Promise<void> {
    this.user = null;
    this.hasEnded = true;
    const deletion = this.#deleteCache();
    this.#options.markers.clearPersonal();
    return deletion;
  }

  /** Signs out at once on screen, then on the server, and then reloads the page with an empty memory. */
  async logout(): Promise<void> {
    const { api, window, markers, log } = this.#options;
    if (this.user?.is_admin === true) markers.forgetAdminPassword();
    const deletion = this.forgetPerson();
    try {
      await api.call('logout', {});
    } catch (error) {
      log(`Failed to logout: ${reasonOf(error)}`);
    }
    await deletion;
    window.reload();
  }
}

const NO_CODE = 'Cannot exchange code for session token: no code provided in the URL search params.';

/** Tells whether the sign-in was used before or timed out, which does not matter to a signed-in person. */
const isUsedSignIn = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.code === 'sign_in_state' || error.code === 'sign_in_expired');

function sentenceOf(error: unknown): string {
  if (error instanceof ApiProblem) return error.detail;
  if (error instanceof NetworkFailure) return 'Não deu para concluir a entrada. Confira a internet e tente de novo.';
  return 'A entrada não foi concluída. Tente entrar de novo.';
}

const reasonOf = (error: unknown): string =>
  error instanceof ApiProblem ? `API responded with HTTP status ${error.status}` : String(error);
