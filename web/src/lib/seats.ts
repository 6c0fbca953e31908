// The tokens this browser holds: whoever has the token of a seat plays the side.

export type Tokens = Record<string, string>;

const key = (match: string) => `chautari.seats.${match}`;

export function tokens(match: string): Tokens {
  return JSON.parse(localStorage.getItem(key(match)) ?? '{}');
}

export function keep(match: string, more: Tokens): Tokens {
  const all = { ...tokens(match), ...more };
  localStorage.setItem(key(match), JSON.stringify(all));
  return all;
}

/** What a friend opens: the seat is behind the #, which browsers send to nobody. */
export function invitation(match: string, side: string, token: string): string {
  return `${location.origin}/play/${match}#${encodeURIComponent(side)}=${encodeURIComponent(token)}`;
}

/** Takes the seat an invitation gives, and takes it out of the address. */
export function accept(match: string): Tokens {
  const [side, token] = location.hash.slice(1).split('=').map(decodeURIComponent);
  if (!side || !token) return tokens(match);
  history.replaceState(history.state, '', location.pathname + location.search);
  return keep(match, { [side]: token });
}
