// A small client for bots on a Chautari server. It needs no packages.
//
// It prints what happens, keeps the bot's token in the file `tokens.json` beside it, and retries when the connection is
// lost. The API is described at /docs on every server.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const TOKENS = fileURLToPath(new URL('tokens.json', import.meta.url));

// The server sends a sign of life every 15 seconds.
const TIMEOUT = 45_000;

/** The state of a match, as far as most bots need it. */
export interface State {
  game: string;
  moves: string[];
  offers: { move: string }[];
  draw_offer: string | null;
  takeback_offer: string | null;
  pause_offer: string | null;
  resume_offer: string | null;
  outcome: { winner: string | null; reason: string; text?: string } | null;
}

/** An event of a match. */
export interface MatchEvent {
  match: string;
  version: number;
  /** Your side. */
  side: string;
  state: State;
}

interface Invitation {
  id: string;
  from: { name?: string };
  game: string;
}

type Action = { type: string; move?: string };
type Choose = (state: State, side: string) => string | Promise<string>;

/** The server refused a request, and why. */
export class Refused extends Error {
  status: number;

  constructor(status: number, body: unknown) {
    const text = (body as { error?: { text?: string } } | null)?.error?.text;
    super(text ?? `status ${status}`);
    this.status = status;
  }
}

/** A bot on a server, registered at its first start and the same bot from then on. */
export class Client {
  server: string;
  name: string;
  game: string;
  token = '';

  constructor(server: string, name: string, game: string) {
    this.server = server.replace(/\/+$/, '');
    this.name = name;
    this.game = game;
  }

  static async connect(server: string, name: string, game: string): Promise<Client> {
    if (!/^https?:\/\/./.test(server))
      stop(`${server} is not the address of a server, such as http://127.0.0.1:8080`);
    const client = new Client(server, name, game);
    client.token = client.tokens()[client.account()] ?? (await client.register());
    return client;
  }

  /** Plays all matches of the bot, or only until one is over. */
  async play(choose: Choose, match?: string): Promise<void> {
    console.log(`${this.name} is on ${this.server}, waiting for matches of ${this.game}.`);
    for await (const { event, data } of this.events()) {
      if (event === 'invitation') await this.answer(data as Invitation);
      else if (event === 'turn') await this.move(data as MatchEvent, choose);
      else if (event === 'offer') await this.act(data as MatchEvent, responseTo(data as MatchEvent));
      else if (event === 'ended') {
        report(data as MatchEvent);
        if ((data as MatchEvent).match === match) return;
      }
    }
  }

  /** Begins a match against an engine of the server. Returns its id. */
  async beginMatch(level: number): Promise<string> {
    const game = (await this.ask('GET', `/games/${encodeURIComponent(this.game)}`)) as { sides: [string, string] };
    const seats = {
      [game.sides[0]]: { kind: 'bot', name: this.name },
      [game.sides[1]]: { kind: 'engine', level, time_ms: 50 },
    };
    const begun = await this.ask('POST', '/matches', { game: this.game, seats }, crypto.randomUUID());
    const { match } = begun as { match: string };
    console.log(`Against level ${level}: ${this.server}/match/${match}`);
    return match;
  }

  async move(data: MatchEvent, choose: Choose): Promise<void> {
    for (let tries = 0; tries < 3; tries++) {
      const began = performance.now();
      const move = await choose(data.state, data.side);
      const seconds = ((performance.now() - began) / 1000).toFixed(2);
      try {
        await this.act(data, { type: 'move', move });
        const number = data.state.moves.length + 1;
        console.log(`${data.match}: move ${number}, ${data.side} plays ${move} (${seconds} s)`);
        return;
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        console.log(`${data.match}: your move was refused: ${move}: ${error.message}`);
      }
    }
    console.log(`${data.match}: resigning after three refused moves`);
    await this.act(data, { type: 'resign' });
  }

  /** Sends an action. Its id follows from the version, so a repeated one has no effect. */
  async act(data: MatchEvent, action: Action): Promise<void> {
    const body = { command: `at-${data.version}`, version: data.version, action };
    try {
      await this.ask('POST', `/matches/${data.match}/actions`, body);
    } catch (error) {
      // 409: the match has changed in the meantime, and the stream has newer events.
      if (!(error instanceof Refused) || error.status !== 409) throw error;
    }
  }

  async answer(invitation: Invitation): Promise<void> {
    if (invitation.from.name === this.name) return;
    const sender = invitation.from.name ?? 'a player';
    const accept = invitation.game === this.game;
    console.log(`Invitation from ${sender} to ${invitation.game}: ${accept ? 'accepted' : 'declined'}`);
    try {
      await this.ask('POST', `/invitations/${invitation.id}/${accept ? 'accept' : 'decline'}`, {});
    } catch (error) {
      // 404 and 409: it was withdrawn or answered already.
      if (!(error instanceof Refused)) throw error;
      if (error.status !== 404 && error.status !== 409)
        console.log(`The invitation from ${sender}: ${error.message}`);
    }
  }

  /** Yields the events for the bot. A new connection begins with everything that is pending. */
  async *events(): AsyncGenerator<{ event: string; data: unknown }> {
    let wait = 0.5;
    for (;;) {
      let why = 'the connection ended';
      const timeout = new AbortController();
      let timer = setTimeout(() => timeout.abort(), TIMEOUT);
      try {
        const url = `${this.server}/api/v1/bots/me/stream`;
        const response = await fetch(url, { headers: this.headers(), signal: timeout.signal });
        if (response.status === 401)
          stop(`${this.server} does not know the token in ${TOKENS}; delete it to register again.`);
        if (!response.ok || !response.body) throw new Error(`status ${response.status}`);
        let text = '';
        for await (const bytes of response.body.pipeThrough(new TextDecoderStream())) {
          wait = 0.5;
          clearTimeout(timer);
          timer = setTimeout(() => timeout.abort(), TIMEOUT);
          text += bytes;
          for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
            const lines = text.slice(0, end).split('\n');
            text = text.slice(end + 2);
            const field = (name: string) => lines.find((line) => line.startsWith(name))?.slice(name.length).trim();
            const data = field('data:');
            if (data) yield { event: field('event:') ?? 'message', data: JSON.parse(data) };
          }
        }
      } catch (error) {
        why = reason(error);
      } finally {
        clearTimeout(timer);
      }
      wait = await this.pause(why, wait);
    }
  }

  /** Sends a request until there is a response. Returns its body. */
  async ask(method: string, path: string, body?: unknown, key?: string): Promise<unknown> {
    const headers = key ? { ...this.headers(), 'idempotency-key': key } : this.headers();
    const content = body === undefined ? null : JSON.stringify(body);
    for (let wait = 0.5; ; ) {
      try {
        const signal = AbortSignal.timeout(TIMEOUT);
        const response = await fetch(`${this.server}/api/v1${path}`, { method, headers, body: content, signal });
        const text = await response.text();
        if ([429, 502, 503, 504].includes(response.status)) {
          wait = await this.pause(`it is busy: status ${response.status}`, wait);
          continue;
        }
        let decoded: unknown = null;
        try {
          decoded = text ? JSON.parse(text) : null;
        } catch {
          stop(`${this.server} is not a Chautari server.`);
        }
        if (!response.ok) throw new Refused(response.status, decoded);
        return decoded;
      } catch (error) {
        if (error instanceof Refused) throw error;
        wait = await this.pause(reason(error), wait);
      }
    }
  }

  /** Says why there is no answer, waits, and returns the next time to wait. */
  async pause(why: string, wait: number): Promise<number> {
    console.log(`No answer from ${this.server} (${why}); trying again in ${wait} s.`);
    await new Promise((done) => setTimeout(done, wait * 1000));
    return Math.min(wait * 2, 10);
  }

  headers(): Record<string, string> {
    const type = { 'content-type': 'application/json' };
    return this.token ? { ...type, authorization: `Bearer ${this.token}` } : type;
  }

  account(): string {
    return `${this.name} at ${this.server}`;
  }

  tokens(): Record<string, string> {
    return existsSync(TOKENS) ? JSON.parse(readFileSync(TOKENS, 'utf8')) : {};
  }

  async register(): Promise<string> {
    try {
      const created = await this.ask('POST', '/bots', { name: this.name }, crypto.randomUUID());
      const { token } = created as { token: string };
      // The token is a password: only the owner of the file can read it.
      const tokens = { ...this.tokens(), [this.account()]: token };
      writeFileSync(TOKENS, JSON.stringify(tokens, null, 2), { mode: 0o600 });
      console.log(`Registered ${this.name}; its token is in tokens.json.`);
      return token;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      return stop(`${this.name} cannot be registered: ${error.message} Choose another NAME in bot.ts.`);
    }
  }
}

/** Declines draws and takebacks, accepts pauses. */
export function responseTo({ state, side }: MatchEvent): Action {
  const isTheirs = (by: string | null) => by !== null && by !== side;
  if (isTheirs(state.resume_offer)) return { type: 'resume' };
  if (isTheirs(state.draw_offer)) return { type: 'decline_draw' };
  if (isTheirs(state.takeback_offer)) return { type: 'decline_takeback' };
  return { type: 'accept_pause' };
}

function report({ match, side, state }: MatchEvent): void {
  const winner = state.outcome?.winner;
  const result = winner == null ? 'drawn' : winner === side ? 'won' : 'lost';
  console.log(`${match}: ${result} as ${side}: ${state.outcome?.text ?? state.outcome?.reason}`);
}

/** `fetch` hides the reason of a failed connection in the cause of its error. */
function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message || error.message : error.message;
}

function stop(text: string): never {
  console.error(text);
  process.exit(1);
}
