#!/bin/sh
# {{name}}, an engine for Chautari that speaks UGI on its standard input and output. Your idea goes into `choose`.
# `./play` plays with it on a server, `./play --local` against the engine at level 1, `./test.sh` tests it.

game={{game}}
chautari=${CHAUTARI:-chautari}

# Prints the move to play. THIS IS THE PLACE FOR YOUR IDEA. The arguments are the legal moves; $position is the
# command that led here, `position startpos moves …`.
choose() {
  # A random one: the process id and the length of the position are the seed.
  number=$(awk -v count=$# -v seed="$$${#position}" 'BEGIN { srand(seed); print int(rand() * count) }')
  shift "$number"
  echo "$1"
}

# Prints the legal moves: `chautari ugi` knows the rules.
legal_moves() {
  printf '%s\nmoves\nquit\n' "$position" | "$chautari" ugi "$game" | sed -n 's/^moves *//p'
}

# Prints the answer to `query gameover`, `query p1turn` and `query result`.
query() {
  printf '%s\nquery %s\nquit\n' "$position" "$1" | "$chautari" ugi "$game" | grep '^response\|error'
}

position='position startpos'
while read -r word rest; do
  case $word in
    ugi) printf 'id name {{name}}\nid author you\nugiok\n' ;;
    isready) echo readyok ;;
    position) position="position $rest" ;;
    query) query "$rest" ;;
    go)
      # Moves contain no blanks.
      # shellcheck disable=SC2046
      set -- $(legal_moves)
      if [ $# -gt 0 ]; then echo "bestmove $(choose "$@")"; else echo "bestmove none"; fi
      ;;
    quit) exit ;;
  esac
done
