
# Bash takes a word with a colon in it, such as level:5, for several; the one above gets it as one. And where a file
# may stand, files are offered, which bash does where nothing else is.
_chautari() {
    local i last=-1 current=0 word kept=() pieces=("${COMP_WORDS[@]}") at=${COMP_CWORD}
    local COMP_WORDS=() COMP_CWORD
    for i in "${!pieces[@]}"; do
        word="${pieces[i]}"
        if (( last > 0 )) && [[ -n ${word} && ( ${word} == :* || ${COMP_WORDS[last]} == *: ) ]]; then
            COMP_WORDS[last]+="${word}"
        else
            last=$((last + 1))
            COMP_WORDS[last]="${word}"
        fi
        if (( i == at )); then
            current=${last}
        fi
    done
    COMP_CWORD=${current}
    word="${COMP_WORDS[current]}"
    _chautari_words "$1" "${word}" "${COMP_WORDS[current - 1]}"
    if [[ ${word} == *:* && ${COMP_WORDBREAKS} == *:* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*:}"}"}")
    fi
    case "${COMP_WORDS[1]}" in
        COMMANDS_WITH_FILES)
            if [[ ${word} != -* ]]; then
                for i in "${COMPREPLY[@]}"; do
                    [[ ${i} == -* ]] || kept+=("${i}")
                done
                COMPREPLY=("${kept[@]}")
            fi
            ;;
    esac
}
