#!/bin/sh
# Tests the engine: it greets, and its move is one of the legal ones.
cd "$(dirname "$0")" || exit
chautari=${CHAUTARI:-chautari}
legal=$(printf 'moves\nquit\n' | "$chautari" ugi {{game}} | sed -n 's/^moves *//p')
output=$(printf 'ugi\nisready\nposition startpos\ngo movetime 50\nquit\n' | sh bot.sh)
move=$(echo "$output" | sed -n 's/^bestmove //p')
case "$output" in *ugiok*readyok*) ;; *) echo "failed: no greeting: $output"; exit 1 ;; esac
case " $legal " in
  *" $move "*) echo "passed: $move is legal" ;;
  *) echo "failed: \`$move\` is not a legal move"; exit 1 ;;
esac
