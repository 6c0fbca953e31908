// Shows the results of one event and keeps them current. Points are 3 a win or forfeit win, 1 a draw.
const query = new URLSearchParams(location.search);
const event = query.get("event") ?? "";
// A fragment is not sent to any server. Older links have the token in the query, from where it is moved.
const token = query.get("token") ?? location.hash.slice(1);
if (query.has("token")) history.replaceState(null, "", `?event=${encodeURIComponent(event)}#${token}`);
const EVERY_MS = 2000;
const element = (id) => document.getElementById(id);

function row(cells) {
  const line = document.createElement("tr");
  for (const cell of cells) {
    const td = document.createElement("td");
    if (typeof cell === "number") td.className = "number";
    td.append(cell instanceof Node ? cell : String(cell));
    line.append(td);
  }
  return line;
}

function viewer(id) {
  const link = document.createElement("a");
  link.href = `../ui/?game=${encodeURIComponent(id)}#${encodeURIComponent(token)}`;
  link.textContent = `Game ${id}`;
  return link;
}

function show({ name, data, deadline, closed }) {
  element("name").textContent = name;
  document.title = name;
  const players = Object.entries(data.players).map(([player, count]) => {
    const of = (counter) => count[counter] ?? 0;
    const points = 3 * (of("wins") + of("forfeit_wins")) + of("draws");
    return { player, points, of };
  });
  players.sort((a, b) => b.points - a.points || a.player.localeCompare(b.player));
  element("players").replaceChildren(
    ...players.map(({ player, points, of }) =>
      row([player, points, of("wins"), of("losses"), of("draws"), of("forfeit_wins"), of("forfeit_losses"), of("ongoing")]),
    ),
  );
  const results = { "x win": "first side won", "y win": "second side won", "x forfeit": "first side forfeited", "y forfeit": "second side forfeited" };
  element("games").replaceChildren(
    ...data.games.map((game) => row([viewer(game.id), game.x, game.y, results[game.result] ?? game.result])),
  );
  const left = data.games.filter((game) => game.result === "ongoing").length;
  if (closed) return `The event was closed at ${closed.slice(0, 16)} UTC.`;
  if (left === 0) return "All games are over.";
  const until = deadline ? ` The event is closed at ${deadline.slice(0, 16)} UTC; whoever is to act then forfeits.` : "";
  return `${left} of ${data.games.length} games in progress.${until}`;
}

async function refresh() {
  const status = element("status");
  try {
    const response = await fetch("../event/data", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ event_id: event, token, forfeits: element("forfeits").checked }),
    });
    const answer = await response.json();
    status.className = response.ok ? "note" : "error";
    const complaint = () => typeof answer.detail === "string" ? answer.detail : "The link must name an event and its token.";
    status.textContent = response.ok ? show(answer) : complaint();
  } catch {
    status.className = "error";
    status.textContent = "The server does not answer; trying again.";
  }
}

// The page where people play shows events too.
element("boards").href = `../event/${encodeURIComponent(event)}#${encodeURIComponent(token)}`;
element("forfeits").addEventListener("change", refresh);
async function follow() {
  await refresh();
  setTimeout(follow, EVERY_MS);
}
follow();
