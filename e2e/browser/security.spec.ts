// Attacks from a browser: markup in every text that a stranger can write, and passkeys that must be refused.

import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { expect, fresh, test, watch } from './page';
import { PORT } from './server';

/** Markup that would show itself as an element with `data-injected`, as a link to a script, or by running. */
const MARKUP = '"\'><img data-injected src=x onerror="window.injected=1"><svg data-injected onload="window.injected=1"></svg>';
const SCRIPT = '</title></script><script data-injected>window.injected=1</script>';
const LINK = '[a](javascript:window.injected=1) <a data-injected href="javascript:window.injected=1">b</a>';
const TEXTS = [MARKUP, SCRIPT, LINK];

/** Expects that no text on the page became an element or ran. */
async function expectHarmless(page: Page): Promise<void> {
  const found = await page.evaluate(() => ({
    ran: 'injected' in window,
    elements: document.querySelectorAll('[data-injected], img[src="x"]').length,
    scripts: [...document.querySelectorAll('a[href], [src], form[action]')].filter((one) =>
      /^\s*(javascript|data:text)/i.test(one.getAttribute('href') ?? one.getAttribute('src') ?? one.getAttribute('action') ?? ''),
    ).length,
  }));
  expect(found).toEqual({ ran: false, elements: 0, scripts: 0 });
}

test('injected markup is found by the check', async ({ page }) => {
  // So that the tests below can fail: what they look for is seen when it is there.
  await page.goto('/about');
  await page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'javascript:void 0';
    link.dataset.injected = '';
    link.textContent = 'here';
    document.body.append(link);
  });
  await expect(expectHarmless(page)).rejects.toThrow(/elements|scripts/);
});

test('names with markup are refused', async ({ request }) => {
  for (const [path, more] of [['people', {}], ['bots', {}]] as const)
    for (const name of [...TEXTS, '<b>a</b>', 'a"b', 'a&lt;b']) {
      const refused = await request.post(`/api/v1/${path}`, { data: { name: name.slice(0, 24), ...more } });
      expect(refused.status(), `${path}: ${name}`).toBe(422);
    }
});

test('markup in a study is text to its readers', async ({ page, request }) => {
  for (const [at, text] of TEXTS.entries()) {
    const title = text.slice(0, 90);
    const question = { task: `${text} task`, otherwise: `${text} otherwise` };
    const nodes = [
      { comment: `${text} start`, question },
      { parent: 0, move: 'C1', comment: `${text} comment` },
    ];
    const made = await request.post('/api/v1/studies', { data: { title, game: 'baghchal', nodes } });
    expect(made.status(), await made.text()).toBe(201);
    const { study } = await made.json();
    await page.goto(`/study/${study.study}`);
    await expect(page.getByRole('heading', { name: title }).first()).toBeVisible();
    await expectHarmless(page);
    await page.getByRole('button', { name: 'Start lesson' }).click();
    await expect(page.getByText('task', { exact: false }).first()).toBeVisible();
    await expectHarmless(page);
    expect(await page.title(), String(at)).toContain(title.slice(0, 20));
  }
});

test('markup in an imported study is text', async ({ page }) => {
  for (const text of TEXTS) {
    await page.goto('/study/new/banchess');
    const comment = text.replace(/[{}]/g, '');
    const tag = comment.replace(/["\\\]]/g, '');
    const pgn = `[Event "${tag}"]\n[White "${tag}"]\n[Variant "Ban Chess"]\n\n{${comment}} 1. {banning: e2e4} d4 {${comment}} *`;
    await page.getByLabel('Paste a study, as JSON or PGN').fill(pgn);
    await page.getByRole('button', { name: 'Import' }).click();
    const moves = page.getByRole('group', { name: 'Moves' });
    await moves.getByRole('button', { name: 'd4' }).click();
    await expect(page.getByRole('textbox', { name: 'Comment' })).toHaveValue(comment);
    await expectHarmless(page);
    const json = { title: text.slice(0, 90), game: 'banchess', nodes: [{ comment: text, question: { task: text } }] };
    await page.getByLabel('Paste a study, as JSON or PGN').fill(JSON.stringify(json));
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(page.getByLabel('Title')).toHaveValue(json.title);
    await expectHarmless(page);
  }
});

test('markup in the names of tournaments and seasons is text', async ({ page, request }) => {
  const host = await (await request.post('/api/v1/people', { data: { name: fresh('Hari') } })).json();
  const headers = { authorization: `Bearer ${host.token}` };
  for (const text of TEXTS) {
    const name = text.slice(0, 70);
    const plan = { name, game: 'baghchal', format: 'swiss', rounds: 1, entrance: 'code', players: [{ random: true }, { engine: 1 }] };
    const made = await request.post('/api/v1/tournaments', { data: plan, headers });
    expect(made.status(), await made.text()).toBe(201);
    const { tournament, token } = await made.json();
    for (const path of [`/tournament/${tournament}`, `/tournament/${tournament}/screen`, `/tournament/${tournament}/host#${token}`, '/tournaments']) {
      await page.goto(path);
      await expect(page.getByText(name).first(), path).toBeVisible();
      await expectHarmless(page);
    }
  }
});

test('markup in an address is text', async ({ page }) => {
  for (const text of TEXTS) {
    const at = encodeURIComponent(text);
    for (const path of [`/people/${at}`, `/new/${at}`, `/analysis/baghchal?position=${at}`, `/study/new/baghchal?tree=${at}`, `/study/${at}`, `/join#${at}`, `/me#${at}`, `/${at}`]) {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expectHarmless(page);
    }
  }
});

// --- Passkeys, with the authenticator that Chromium simulates

interface Visitor {
  context: BrowserContext;
  page: Page;
  devtools: CDPSession;
  authenticator: string;
}

/** Opens a window at `localhost`, since passkeys do not work for IP addresses, with a simulated authenticator. */
async function visit(browser: Browser, home = `http://localhost:${PORT}`): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: home, locale: 'en-GB' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2' as const,
    transport: 'internal' as const,
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  };
  const { authenticatorId: authenticator } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  return { context, page, devtools, authenticator };
}

/** Takes a name and adds a passkey to it. */
async function addPasskey({ page }: Visitor): Promise<string> {
  const asha = fresh('Asha');
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(asha);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: asha })).toBeVisible();
  await page.goto('/me/settings');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await expect(page.getByText('Passkey 1')).toBeVisible();
  return asha;
}

/** A request of the page to sign in, and the response. */
interface Exchange {
  body: Record<string, string>;
  status: number;
  code?: string;
}

/**
 * Asks the authenticator in the page and sends its response to the server, as the page does, but without its
 * precautions.
 */
const signIn = (page: Page, server: string, verification: UserVerificationRequirement): Promise<Exchange> =>
  page.evaluate(
    async ([server, verification]) => {
      const text = (bytes: ArrayBuffer) =>
        btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
      const send = (path: string, body?: unknown) =>
        fetch(`${server}/api/v1${path}`, { method: 'POST', ...(body ? { body: JSON.stringify(body) } : {}) });
      const { challenge } = await (await send('/people/passkeys/challenge')).json();
      const bytes = Uint8Array.from(atob(challenge.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
      const made = await navigator.credentials.get({ publicKey: { challenge: bytes, userVerification: verification as UserVerificationRequirement } });
      const { id, response } = made as PublicKeyCredential;
      const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
      const body = { id, client_data: text(clientDataJSON), authenticator_data: text(authenticatorData), signature: text(signature) };
      const answer = await send('/people/passkeys', body);
      return { body, status: answer.status, code: (await answer.json()).error?.code };
    },
    [server, verification] as const,
  );

test('a passkey signs in once per challenge, and only with a verified user', { tag: '@once' }, async ({ browser }) => {
  const home = `http://localhost:${PORT}`;
  const visitor = await visit(browser);
  const { page, devtools, authenticator, context } = visitor;
  const troubles: string[] = [];
  watch(page, home, troubles);
  const asha = await addPasskey(visitor);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('heading', { level: 1, name: asha })).toBeVisible();

  const good = await signIn(page, '', 'required');
  expect(good.status).toBe(201);
  // The response of the authenticator cannot be sent twice.
  const again = await context.request.post(`${home}/api/v1/people/passkeys`, { data: good.body });
  expect([again.status(), (await again.json()).error.code]).toEqual([422, 'passkey']);
  // Without a PIN or a finger, the page gets no response, and the server takes none.
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId: authenticator, isUserVerified: false });
  const unverified = await signIn(page, '', 'discouraged');
  expect([unverified.status, unverified.code]).toEqual([422, 'passkey']);
  await page.getByRole('button', { name: 'Forget me on this device' }).click();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: asha })).toHaveCount(0);
  expect(troubles).toEqual([]);
  await context.close();
});

test('a passkey used at another origin is refused', { tag: '@once' }, async ({ browser }) => {
  const visitor = await visit(browser);
  await addPasskey(visitor);
  const { credentials } = await visitor.devtools.send('WebAuthn.getCredentials', { authenticatorId: visitor.authenticator });
  expect(credentials).toHaveLength(1);
  // Another port of the same host is another origin, although the browser lets it use the passkey.
  const elsewhere = await visitor.context.newPage();
  await elsewhere.route('http://localhost:9/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>elsewhere</p>' }));
  await elsewhere.goto('http://localhost:9/');
  const devtools = await visitor.context.newCDPSession(elsewhere);
  await devtools.send('WebAuthn.enable');
  const options = { protocol: 'ctap2' as const, transport: 'internal' as const, hasResidentKey: true, hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', { options });
  await devtools.send('WebAuthn.addCredential', { authenticatorId, credential: credentials[0]! });
  const challenge = await (await visitor.context.request.post(`http://localhost:${PORT}/api/v1/people/passkeys/challenge`)).json();
  const signed = await elsewhere.evaluate(async (challenge) => {
    const text = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes))).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
    const bytes = Uint8Array.from(atob(challenge.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const { id, response } = (await navigator.credentials.get({ publicKey: { challenge: bytes, userVerification: 'required' } })) as PublicKeyCredential;
    const { clientDataJSON, authenticatorData, signature } = response as AuthenticatorAssertionResponse;
    return { id, client_data: text(clientDataJSON), authenticator_data: text(authenticatorData), signature: text(signature) };
  }, challenge.challenge as string);
  expect(JSON.parse(Buffer.from(signed.client_data, 'base64url').toString()).origin).toBe('http://localhost:9');
  const refused = await visitor.context.request.post(`http://localhost:${PORT}/api/v1/people/passkeys`, { data: signed });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([422, 'passkey']);
  await visitor.context.close();
});

test('devices are listed, and signed out one by one or all at once', { tag: '@once' }, async ({ page, request }) => {
  const asha = fresh('Asha');
  await page.goto('/me');
  await page.getByLabel('What should others call you?').fill(asha);
  await page.getByRole('button', { name: 'Take this name' }).click();
  await expect(page.getByRole('heading', { level: 1, name: asha })).toBeVisible();
  const key = () => page.evaluate(() => JSON.parse(localStorage.getItem('chautari.me')!).key as string);
  const works = async (token: string) => (await request.get('/api/v1/people/me', { headers: { authorization: `Bearer ${token}` } })).status() === 200;
  const another = async () => {
    const { code } = await (await request.post('/api/v1/people/me/links', { headers: { authorization: `Bearer ${await key()}` } })).json();
    return (await (await request.post('/api/v1/people/links', { data: { code } })).json()).token as string;
  };
  const [phone, tablet] = [await another(), await another()];
  await page.goto('/me/settings');
  const devices = page.getByRole('region', { name: 'Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('listitem').first()).toContainText(/Signed in by a link · last used /);
  await devices.getByRole('listitem').first().getByRole('button', { name: 'Sign out' }).click();
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  expect([await works(phone), await works(tablet)]).toEqual([false, true]);
  const old = await key();
  await devices.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(devices.getByRole('status')).toHaveText('All other devices are signed out.');
  await expect(devices.getByText('No other device is signed in as you.')).toBeVisible();
  expect([await works(tablet), await works(old), await works(await key())]).toEqual([false, false, true]);
  await expect(page.getByRole('button', { name: 'Delete me' })).toBeVisible();
});
