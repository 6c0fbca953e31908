// Shows a state written behind the `#`, or a recorded game named by ?game=ID#TOKEN, step by step.
// What is played is Creeper unless ?kind=GAME says otherwise; a recorded game says it itself.
const query = new URLSearchParams(location.search);
// A fragment is not sent to any server. Older links have the token in the query, from where it is moved.
const token = query.get("token") ?? location.hash.slice(1);
if (query.has("token")) history.replaceState(null, "", `?game=${encodeURIComponent(query.get("game") ?? "")}#${token}`);
const EVERY_MS = 2000;
const element = (id) => document.getElementById(id);
let kind = query.get("kind") ?? "creeper";
let states = [];
let actions = [];
let at = 0;

function say(text, name = "note") {
  element("status").textContent = text;
  element("status").className = name;
}

function draw() {
  const state = states[at] ?? "";
  element("board").src = `../${encodeURIComponent(kind)}/state/${encodeURIComponent(state)}/picture.svg`;
  element("board").alt = `The board: ${state}`;
  element("state").textContent = state;
  const last = at > 0 && actions[at - 1] ? `, after ${actions[at - 1]}` : "";
  element("ply").textContent = `Ply ${at} of ${states.length - 1}${last}`;
}

function go(to) {
  at = Math.max(0, Math.min(states.length - 1, to));
  draw();
}

async function initial() {
  const response = await fetch(`../${encodeURIComponent(kind)}/state/initial`);
  return response.ok ? (await response.json()).state : "";
}

async function showState() {
  const state = decodeURIComponent(location.hash.slice(1)) || (await initial());
  states = [state];
  const response = await fetch(`../${encodeURIComponent(kind)}/state/${encodeURIComponent(state)}/winner`);
  const answer = await response.json();
  if (response.ok) say(answer.winner === "none" ? "The game goes on." : answer.winner === "draw" ? "A draw." : `${answer.winner} has won.`);
  else say(answer.detail, "error");
  go(0);
}

async function showGame() {
  const response = await fetch("../game/data", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game_id: query.get("game"), token }),
  });
  const game = await response.json();
  if (!response.ok) return say(typeof game.detail === "string" ? game.detail : "There is no such game.", "error");
  // Follow the game if its last state is shown.
  const following = at === states.length - 1 || states.length === 0;
  kind = game.game ?? kind;
  ({ states, actions } = game);
  element("title").textContent = `${game.players[0]} – ${game.players[1]}`;
  const forfeit = game.forfeit === "none" ? "" : ` ${game.forfeit} thought too long.`;
  const results = { ongoing: "The game goes on.", draw: "A draw." };
  say((results[game.result] ?? `${game.result} has won.`) + forfeit);
  element("steps").hidden = false;
  go(following ? states.length - 1 : at);
  if (game.result === "ongoing") setTimeout(showGame, EVERY_MS);
}

element("first").addEventListener("click", () => go(0));
element("back").addEventListener("click", () => go(at - 1));
element("next").addEventListener("click", () => go(at + 1));
element("last").addEventListener("click", () => go(states.length - 1));
if (query.has("game")) showGame();
else {
  addEventListener("hashchange", showState);
  showState();
}
