#!/usr/bin/env bash
# Full strength with the exact tables of the whole game must not lose one game to any engine here.
#
#   chautari solve baghchal                # once: minutes, 1.8 GB
#   bench/perfect.sh [GAMES] [GAME]        # 1000 games of baghchal against each, half of them as either side
#
# Openings are four random plies: all of them are drawn, so whoever loses has gone wrong. CHAUTARI is
# the program, CHAUTARI_TABLES the folder of the tables, NODES what the opponents may look at a move,
# ENGINES the opponents.
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
