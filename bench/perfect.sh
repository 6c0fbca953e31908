#!/usr/bin/env bash
# Checks that full strength with the exact tables of the whole game never loses a game to any of these engines.
#
#   chautari solve baghchal                # once: minutes, 1.8 GB
#   bench/perfect.sh [GAMES] [GAME]        # 1000 games of baghchal against each, half of them as either side
#
# Openings are four random plies, all of which are drawn, so every loss is an error. Environment: CHAUTARI is the
# program, CHAUTARI_TABLES the folder of the tables, NODES the opponents' node limit per move, ENGINES the opponents.
set -euo pipefail

games=${1:-1000}
game=${2:-baghchal}
chautari=${CHAUTARI:-chautari}
engines=${ENGINES:-random greedy mcts:500 level:1 level:2 level:3 level:4 level:5 level:6 level:7 level:8 level:9 level:10}
lost=0

printf '%-12s %6s %6s %6s\n' against won drawn lost
for engine in $engines; do
  total=$("$chautari" match "$game" --first tables --second "$engine" --games "$games" --nodes "${NODES:-20000}" --json | tail -n 1)
  number() { sed -E "s/.*\"$1\":([0-9]+).*/\1/" <<<"$total"; }
  printf '%-12s %6s %6s %6s\n' "$engine" "$(number wins)" "$(number draws)" "$(number losses)"
  lost=$((lost + $(number losses)))
done
exit $((lost > 0))
