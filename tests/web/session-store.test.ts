import { describe, expect, it } from 'vitest';
import { SNAPSHOT } from '#web/stores/local-markers.ts';
import { problem } from './support/fake-server.ts';
import { ana, guest, sessionUnderTest } from './support/session-under-test.ts';

describe('the session store on loading the user', () => {
  it('is pending without a user until the first load has ended', async () => {
    const { session, visitor } = sessionUnderTest();
    visitor(ana);
    expect(session).toMatchObject({ user: null, isPending: true, isFetching: false });
    const loading = session.fetchUser();
    expect(session).toMatchObject({ user: null, isPending: true, isFetching: true });
    await loading;
    expect(session).toMatchObject({ user: ana, isPending: false, isFetching: false });
  });

  it('shares one request among simultaneous callers and sends a new one afterwards', async () => {
    const { session, visitor, actions } = sessionUnderTest();
    visitor(ana);
    await Promise.all([session.fetchUser(), session.fetchUser(), session.fetchUser()]);
    expect(actions).toEqual(['GET /api/users/me']);
    await session.fetchUser();
    expect(actions).toHaveLength(2);
  });

  it('is no longer pending, and logs the status, when nobody is signed in', async () => {
    const { session, visitor, logged } = sessionUnderTest();
    visitor(null);
    await session.fetchUser();
    expect(session).toMatchObject({ user: null, isPending: false, isFetching: false, isUnknown: false });
    expect(logged).toEqual(['Failed to fetch user: API responded with HTTP status 401']);
  });

  it.each([
    ['a failure of the server', () => new Response('', { status: 500 })],
    ['a request without an answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer of another shape', () => Response.json({ ok: true })],
  ])('leaves the user unknown, not signed out, after %s until the server answers', async (_, wrong) => {
    const { session, visitor, answer } = sessionUnderTest();
    answer('/api/users/me', wrong);
    await session.fetchUser();
    expect(session).toMatchObject({ user: null, isPending: false, isUnknown: true });
    visitor(null);
    await session.fetchUser();
    expect(session.isUnknown).toBe(false);
    answer('/api/users/me', wrong);
    await session.fetchUser();
    visitor(ana);
    await session.fetchUser();
    expect(session).toMatchObject({ user: ana, isUnknown: false });
  });

  it('keeps its user when a later load fails', async () => {
    const { session, visitor, answer } = sessionUnderTest();
    visitor(ana);
    await session.fetchUser();
    answer('/api/users/me', () => Promise.reject(new TypeError('Failed to fetch')));
    await session.fetchUser();
    expect(session).toMatchObject({ user: ana, isFetching: false, isUnknown: false });
  });

  it('sends no request when the HTML says that there is no session', async () => {
    const { session, visitor, actions, logged } = sessionUnderTest({ isAnonymous: true });
    visitor(ana);
    expect(session).toMatchObject({ user: null, isPending: false, isFetching: false });
    await session.begin();
    expect(session).toMatchObject({ user: null, isPending: false, isFetching: false });
    expect([actions, logged]).toEqual([[], []]);
    await session.fetchUser(); // A sign-in has happened since the HTML was written.
    expect(session.user).toEqual(ana);
  });

  it('deletes the cached business when the HTML says that there is no session', async () => {
    let forgotten = 0;
    const kept = { read: async () => undefined, forget: async () => void (forgotten += 1) };
    const { session, markers } = sessionUnderTest({ isAnonymous: true, loadCache: async () => kept });
    markers.rememberSignedIn();
    await session.begin();
    await expect.poll(() => forgotten).toBe(1);
  });

  it.each([
    ['keeps the snapshot of the dashboard for the same person', ana, ana.id, true],
    ['deletes it for another person', ana, 'somebody-else', false],
    ['deletes it when the access has ended', { ...ana, access_granted: false }, ana.id, false],
    ['deletes it when nobody is signed in any more', null, ana.id, false],
  ])('%s', async (_what, user, userId, isKept) => {
    const { session, visitor, markers } = sessionUnderTest();
    markers.rememberSignedIn();
    markers.saveSnapshot({ userId, build: '/assets/first.js', content: ['main', {}, []] });
    visitor(user);
    await session.fetchUser();
    expect(localStorage.getItem(SNAPSHOT) !== null).toBe(isKept);
  });

  it.each([
    ['the name at the identity provider', { ...ana }, 'Ana Beatriz'],
    ['the stored name when the provider gives none', { ...ana, google_user_data: null }, 'Ana B.'],
    ['the e-mail when there is no name', { ...ana, google_user_data: null, name: null }, 'ana@cozinha.example'],
    ['nothing when there is neither name nor e-mail', { ...ana, google_user_data: null, name: null, email: null }, ''],
  ])('addresses the person by %s', async (_which, user, name) => {
    const { session, visitor } = sessionUnderTest();
    visitor(user);
    await session.fetchUser();
    expect(session.displayName).toBe(name);
  });
});

describe('the session store on signing in', () => {
  it('asks the server for the sign-in address, naming the page to return to, and leaves for it', async () => {
    const { session, answer, actions } = sessionUnderTest();
    const path = '/api/oauth/google/redirect_url?return_to=%2Fdashboard%3Ftab%3Drecipes';
    answer(path, () => Response.json({ redirectUrl: 'https://accounts.example/auth' }));
    expect(await session.redirectToLogin('/dashboard?tab=recipes')).toBe(true);
    expect(actions).toEqual([`GET ${path}`, 'leave to https://accounts.example/auth']);
  });

  it('stays and logs the failure when the server gives no address', async () => {
    const { session, answer, actions, logged } = sessionUnderTest();
    answer('/api/oauth/google/redirect_url', () => new Response('', { status: 503 }));
    expect(await session.redirectToLogin()).toBe(false);
    expect(actions).not.toContainEqual(expect.stringContaining('leave to'));
    expect(logged).toEqual(['Failed to get login redirect URL: API responded with HTTP status 503']);
  });

  it('refuses to exchange a missing code', async () => {
    const { session, actions, logged } = sessionUnderTest({ search: '?state=s' });
    const sentence = 'Cannot exchange code for session token: no code provided in the URL search params.';
    await expect(session.exchangeCodeForSessionToken()).rejects.toThrow(sentence);
    expect(actions).toEqual(['GET /api/users/me']); // The read is there because a signed-in person would be led on.
    expect(logged[0]).toBe(sentence);
  });

  it('takes the code out of the address before it is sent, then loads the user', async () => {
    const { session, answer, visitor, actions, bodies } = sessionUnderTest({ search: '?code=c1&state=s1&iss=i1' });
    answer('/api/sessions', () => {
      visitor(ana);
      return Response.json({ return_to: '/dashboard?tab=recipes' });
    });
    expect(await session.exchangeCodeForSessionToken()).toBe('/dashboard?tab=recipes');
    expect(actions).toEqual(['forget search', 'POST /api/sessions', 'GET /api/users/me']);
    expect(bodies).toEqual([{ code: 'c1', state: 's1', iss: 'i1' }]);
    expect(session.user).toEqual(ana);
  });

  it('goes on to the dashboard when the sign-in began at the start page', async () => {
    const { session, answer, visitor } = sessionUnderTest({ search: '?code=c1' });
    visitor(ana);
    answer('/api/sessions', () => Response.json({ return_to: '/' }));
    expect(await session.exchangeCodeForSessionToken()).toBe('/dashboard');
  });

  it('exchanges the code once, however often it is called', async () => {
    const { session, answer, visitor, actions } = sessionUnderTest({ search: '?code=c1' });
    visitor(ana);
    answer('/api/sessions', () => Response.json({ return_to: '/' }));
    await Promise.all([session.exchangeCodeForSessionToken(), session.exchangeCodeForSessionToken()]);
    await session.exchangeCodeForSessionToken();
    expect(actions.filter((act) => act === 'POST /api/sessions')).toHaveLength(1);
  });

  it('ignores the answer of a load that began before the session', async () => {
    const { session, answer, visitor } = sessionUnderTest({ search: '?code=c1' });
    let answerEarly: (response: Response) => void = () => undefined;
    answer('/api/users/me', () => new Promise((resolve) => (answerEarly = resolve)));
    const early = session.fetchUser();
    answer('/api/sessions', () => {
      visitor(ana);
      return Response.json({ return_to: '/' });
    });
    const exchange = session.exchangeCodeForSessionToken();
    await Promise.resolve();
    answerEarly(new Response('', { status: 401 }));
    await Promise.all([early, exchange]);
    expect(session.user).toEqual(ana);
  });

  it('logs a refused code and rejects', async () => {
    const { session, answer, logged } = sessionUnderTest({ search: '?code=old' });
    answer('/api/sessions', () => new Response('', { status: 400 }));
    await expect(session.exchangeCodeForSessionToken()).rejects.toThrow('HTTP 400');
    expect(logged).toEqual(['Failed to exchange code for session token: API responded with HTTP status 400']);
  });

  it.each([
    ['its code was used before', '?code=c1&state=s1', 'sign_in_state'],
    ['its code has expired', '?code=c1&state=s1', 'sign_in_expired'],
    ['it has no code', '', 'not even asked'],
  ])('leads a signed-in person on when the address is opened again and %s', async (_why, search, code) => {
    const { session, answer, visitor } = sessionUnderTest({ search });
    visitor(ana);
    answer('/api/sessions', () => problem(400, code, 'A entrada não foi concluída.'));
    expect(await session.exchangeCodeForSessionToken()).toBe('/dashboard');
    expect([session.user, session.signInFailure]).toEqual([ana, undefined]);
  });

  it.each([
    ['a visitor without a session', null, 'sign_in_state'],
    ['a guest', guest, 'sign_in_state'],
    ['a person who gave up signing in as somebody else', ana, 'sign_in_denied'],
  ])('leads %s nowhere after a refused code, and keeps the server’s sentence', async (_, user, code) => {
    const { session, answer, visitor } = sessionUnderTest({ search: '?code=c1&state=s1' });
    visitor(user);
    answer('/api/sessions', () => problem(400, code, 'Por isso.'));
    await expect(session.exchangeCodeForSessionToken()).rejects.toThrow('HTTP 400');
    expect(session.signInFailure).toBe('Por isso.');
  });

  it('sends the error of the identity provider to the server and keeps the server’s sentence', async () => {
    const search = '?error=access_denied&state=s1&iss=i1';
    const { session, answer, actions, bodies } = sessionUnderTest({ search });
    answer('/api/sessions', () => problem(400, 'sign_in_denied', 'Você saiu antes de concluir a entrada.'));
    await expect(session.exchangeCodeForSessionToken()).rejects.toThrow('HTTP 400');
    expect(actions).toEqual(['forget search', 'POST /api/sessions']);
    expect(bodies).toEqual([{ code: '', error: 'access_denied', state: 's1', iss: 'i1' }]);
    expect(session.signInFailure).toBe('Você saiu antes de concluir a entrada.');
  });

  it.each<[string, string, string, () => Response | Promise<Response>]>([
    [
      'the server cannot be reached',
      '?code=c1',
      'Confira a internet',
      () => Promise.reject(new TypeError('Failed to fetch')),
    ],
    [
      'a proxy answers for the server',
      '?code=c1',
      'Algo deu errado do nosso lado',
      () => new Response('<h1>Bad Gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } }),
    ],
    ['the address has no code', '', 'A entrada não foi concluída', () => Response.json({})],
  ])('has a sentence for the person when %s', async (_failure, search, sentence, answered) => {
    const { session, answer } = sessionUnderTest({ search });
    answer('/api/sessions', answered);
    expect(session.signInFailure).toBeUndefined();
    await expect(session.exchangeCodeForSessionToken()).rejects.toThrow(/server|HTTP|no code/);
    expect(session.signInFailure).toContain(sentence);
  });
});

describe('the session store on signing out', () => {
  it('removes the user at once, then signs out on the server, then reloads the page', async () => {
    const { session, visitor, answer, actions } = sessionUnderTest();
    visitor(ana);
    await session.fetchUser();
    answer('/api/logout', () => Response.json({ signed_out: true }));
    const leaving = session.logout();
    expect(session.user).toBeNull();
    await leaving;
    expect(actions.slice(1)).toEqual(['GET /api/logout', 'reload']);
  });

  it('reloads the page even when the server cannot be reached', async () => {
    const { session, actions, logged } = sessionUnderTest();
    await session.logout();
    expect(actions.at(-1)).toBe('reload');
    expect(logged[0]).toMatch(/^Failed to logout:/);
  });

  it('deletes everything about the person from the browser, and nothing else', async () => {
    const { session, visitor } = sessionUnderTest();
    visitor(ana);
    localStorage.setItem('prumo.colour-scheme', 'dark');
    await session.fetchUser();
    expect(localStorage.getItem('prumo.user.signed-in')).toBe('true');
    await session.logout();
    expect(Object.keys(localStorage)).toEqual(['prumo.colour-scheme']);
  });

  it.each([
    ['deletes', 'an administrator', true, null],
    ['keeps', 'anybody else', false, 'true'],
  ])('%s the mark of the verified password for %s', async (_act, _who, isAdmin, left) => {
    const { session, visitor } = sessionUnderTest();
    visitor({ ...ana, is_admin: isAdmin });
    await session.fetchUser();
    sessionStorage.setItem('admin_password_verified', 'true');
    await session.logout();
    expect(sessionStorage.getItem('admin_password_verified')).toBe(left);
  });

  it('expires silently when the server no longer knows the session', async () => {
    const { session, visitor, actions } = sessionUnderTest();
    visitor(ana);
    await session.fetchUser();
    session.expire();
    expect(session).toMatchObject({ user: null, isPending: false });
    expect(actions).toEqual(['GET /api/users/me']);
  });
});
