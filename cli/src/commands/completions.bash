
# Bash splits words at colons, such as level:5; this function joins them before it calls the generated one above.
# For commands that take a file it drops all suggestions but options, so that bash completes file names.
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
