//! The Nepali translation.

use chautari_game::Translation;

pub(crate) const NEPALI: Translation = Translation {
    language: "ne",
    texts: &[
        ("Gomoku with captures", "गोमोकु, खोस्ने"),
        (
            "19×19; an unbroken five or five pairs win, double-threes are forbidden",
            "१९×१९; नटुटेको पाँच वा पाँच जोडीले जित्छ, दोहोरो तीन निषेध",
        ),
        ("white", "सेतो"),
        ("black", "कालो"),
        ("stone", "गोटी"),
        ("pairs taken", "खोसिएका जोडी"),
        ("capture", "खोस्ने"),
        ("captured", "खोसिएको"),
        ("place", "राख्ने"),
        ("Black", "कालो"),
        ("White", "सेतो"),
        ("Place a stone", "गोटी राख्नुहोस्"),
    ],
    lesson: &[
        (
            "Two white stones in a line with yours can be taken: put a stone at their other end, on H10.",
            "तपाईंको गोटीसँगै लहरमा रहेका दुई सेता गोटी खोस्न मिल्छ: अर्को छेउ H10 मा गोटी राख्नुहोस्।",
        ),
        (
            "That takes nothing. The white stones are on J10 and K10: close them in from the left.",
            "त्यसले केही खोस्दैन। सेता गोटी J10 र K10 मा छन्: बायाँबाट च्याप्नुहोस्।",
        ),
        (
            "A pair between two of your stones comes off the board. Exactly two: one or three are safe. Five pairs win.",
            "तपाईंका दुई गोटीबीच परेको जोडी पाटीबाट हट्छ। ठ्याक्कै दुई: एउटा वा तीनवटा भए जोगिन्छ। पाँच जोडीले जितिन्छ।",
        ),
        (
            "Now you are White, and Black has five in a row. A five can be broken by taking a pair out of it. Look at the column of your stone on J11, and break it.",
            "अब तपाईं सेतो हुनुहुन्छ, र कालोको पाँच एकै लहरमा छ। त्यसबाट जोडी खोसेर पाँच तोड्न मिल्छ। J11 को गोटीमुनिको लहर हेरेर तोड्नुहोस्।",
        ),
        (
            "The five still stands, and that would lose. Two black stones stand below J11: close them in.",
            "पाँच अझै छ, त्यसले त हारिन्छ। J11 मुनि दुई काला गोटी छन्: च्याप्नुहोस्।",
        ),
        (
            "The middle of the five is gone, and the game goes on. A five wins only if nothing can be taken out of it.",
            "पाँचको बीच टुट्यो, खेल जारी छ। केही खोस्न नमिल्ने पाँचले मात्र जित्छ।",
        ),
        (
            "You are Black again. A stone may not make two free threes at once: try K10 to see why. Then make one free three, with a stone beside your two on row 10.",
            "फेरि तपाईं कालो। एकै गोटीले दुई खुला तीन बनाउन मिल्दैन: K10 मा राखेर कारण सुन्नुहोस्। अनि दसौँ लहरका दुई गोटीको छेउमा राखेर एउटा खुला तीन बनाउनुहोस्।",
        ),
        (
            "That does not make three on row 10. Put the stone on G10.",
            "त्यसले दसौँ लहरमा तीन बन्दैन। गोटी G10 मा राख्नुहोस्।",
        ),
        (
            "Three with room on both sides: next it would be four, and then nobody can stop both ends. Build free threes, and watch your pairs.",
            "दुवैतिर ठाउँ भएको तीन: अर्को चालमा चार हुन्छ, अनि दुवै छेउ कसैले रोक्न सक्दैन। खुला तीन बनाउनुहोस्, र आफ्ना जोडी जोगाउनुहोस्।",
        ),
        (
            "You are Black. Five in a row wins, and you have four. Make it five: put a stone on F10 or L10.",
            "तपाईं कालो हुनुहुन्छ। एकै लहरमा पाँच भए जितिन्छ, तपाईंको चार छ। पाँच बनाउनुहोस्: F10 वा L10 मा गोटी राख्नुहोस्।",
        ),
        (
            "That is not five. Put a stone at one end of the four.",
            "त्यो पाँच भएन। चारको एउटा छेउमा गोटी राख्नुहोस्।",
        ),
        (
            "Five in a row: you have won. Only one thing can undo a five: stones that are taken.",
            "पाँच एकै लहरमा: तपाईंले जित्नुभयो। पाँच एउटै कुराले तोड्छ: गोटी खोसिएर।",
        ),
    ],
    refusals: &[
        ("off-board", "पाटीमा यस्तो ठाउँ छैन।"),
        ("occupied", "{0} खाली छैन।"),
        ("double-three", "{0} मा राख्न निषेध छ: एकैचोटि दुई खुला तीन बन्छन् र केही खोसिँदैन।"),
        ("won-before", "यति जोडी खोसेर एक पक्षले पहिल्यै जितिसकेको हुन्छ।"),
        ("too-many-pairs", "खेलेर यति धेरै जोडी खोस्न सकिँदैन।"),
        ("fives-apart", "पाँचका लहरहरू छुट्टाछुट्टै छन्; अन्तिम लहर बन्नुअघि नै खेल सकिन्थ्यो।"),
        // Remarks on moves.
        ("pair-can-be-taken", "एउटा जोडी खोस्न मिल्छ: {*}।"),
        ("five-must-be-broken", "यो पाँचको लहर अहिल्यै तोड्नुपर्छ: {*}।"),
        ("five-can-be-made", "पाँचको लहर बनाउन मिल्छ।"),
        ("five-must-be-stopped", "अर्को पक्षले पाँचको लहर बनाउन लागेको छ।"),
        ("double-threat", "एउटै गोटीले दुई खतरा एकैचोटि बनाउन मिल्छ।"),
        ("four-can-be-made", "चारको लहर बनाउन मिल्छ: त्यसको जवाफ दिनै पर्छ।"),
        ("double-threat-looms", "अर्को पक्षले दुई खतरा एकैचोटि बनाउन खोज्दै छ।"),
        ("three-can-be-made", "खुला तीन बनाउन मिल्छ: त्यसपछि खुला चार बन्न सक्छ।"),
        ("pair-can-be-attacked", "एउटा जोडीलाई एक छेउबाट ताक्न मिल्छ।"),
    ],
    endings: &[
        ("capture", "पाँच जोडी खोसिए"),
        ("five", "पाँच एकै लहरमा परे, र कुनै जवाफले तोड्न सक्दैनथ्यो"),
        ("five-unbroken", "पाँच एकै लहरमा परे, र जवाफले तोडेन"),
        ("full", "खाली ठाउँ बाँकी रहेन"),
    ],
    rulebook: Some(include_str!("../RULES.ne.md")),
};
