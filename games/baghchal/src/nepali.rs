//! The words of the game in Nepali.

use chautari_game::Translation;

pub(crate) const NEPALI: Translation = Translation {
    language: "ne",
    texts: &[
        ("Bagh Chal", "बाघचाल"),
        ("Bagh Chal, compulsory captures", "बाघचाल, मार्नै पर्ने"),
        ("tigers and goats; a tiger may decline a capture", "बाघ र बाख्रा; बाघले मार्न नचाहे हुन्छ"),
        ("tigers and goats; a tiger that can capture must", "बाघ र बाख्रा; मार्न मिले मार्नै पर्छ"),
        ("goats", "बाख्रा"),
        ("tigers", "बाघ"),
        ("goat", "बाख्रा"),
        ("tiger", "बाघ"),
        ("goats in hand", "हातमा बाख्रा"),
        ("goats captured", "मारिएका बाख्रा"),
        ("move", "चाल चल्ने"),
        ("place", "राख्ने"),
        ("how many captures win for the tigers", "बाघले जित्न कति बाख्रा मार्नुपर्छ"),
        ("Goats", "बाख्रा"),
        ("Tigers", "बाघ"),
        ("Place a goat", "बाख्रा राख्नुहोस्"),
        ("Move a goat", "बाख्रा सार्नुहोस्"),
        ("Move a tiger", "बाघ सार्नुहोस्"),
        ("This tiger must capture", "यो बाघले मार्नै पर्छ"),
        ("One of these tigers must capture", "यीमध्ये एउटा बाघले मार्नै पर्छ"),
    ],
    lesson: &[
        (
            "Four tigers, and you have twenty goats. Place your first goat on B1, right beside a tiger, and see what happens.",
            "बाघ चार वटा छन्, तपाईंसँग बीस वटा बाख्रा। पहिलो बाख्रा बाघकै छेउमा, B1 मा राखेर के हुन्छ हेर्नुहोस्।",
        ),
        (
            "That is allowed, too. But let us see what a tiger does: place the goat on B1.",
            "त्यो पनि मिल्छ। तर बाघले के गर्छ हेरौँ: बाख्रा B1 मा राख्नुहोस्।",
        ),
        (
            "The tiger leapt over your goat to the empty point behind it, and the goat is gone. Five lost goats lose the game.",
            "बाघ तपाईंको बाख्रामाथिबाट पछाडिको खाली ठाउँमा उफ्र्यो; बाख्रा गयो। पाँच बाख्रा गए खेल हारिन्छ।",
        ),
        (
            "The tiger on A1 threatens your goat on B1 again. Guard it: place a goat where the tiger would land.",
            "A1 को बाघले फेरि B1 को बाख्रालाई ताकेको छ। जोगाउनुहोस्: बाघ जहाँ झर्छ त्यहाँ बाख्रा राख्नुहोस्।",
        ),
        (
            "The tiger on A1 can still leap over B1. Where would it land?",
            "A1 को बाघ अझै B1 माथिबाट उफ्रन सक्छ। ऊ कहाँ झर्छ?",
        ),
        (
            "With C1 filled there is no room to leap. Goats stand best side by side, and on the edge.",
            "C1 भरियो, अब उफ्रने ठाउँ छैन। बाख्रा सँगसँगै र किनारमा बसेका राम्रा।",
        ),
        (
            "The goats win when no tiger can move. Place the last goat so that the tiger on A1 is shut in.",
            "कुनै बाघ चल्न नसके बाख्राले जित्छ। A1 को बाघ थुनिने गरी अन्तिम बाख्रा राख्नुहोस्।",
        ),
        (
            "The tiger on A1 can still step out. Which point beside it is empty?",
            "A1 को बाघ अझै निस्कन सक्छ। उसको छेउको कुन ठाउँ खाली छ?",
        ),
        (
            "No tiger can step or leap: the goats have won. Patience wins for the goats.",
            "कुनै बाघ सर्न वा उफ्रन सक्दैन: बाख्राले जित्यो। बाख्राको जित धैर्यमा छ।",
        ),
        (
            "Now take the tigers. A tiger leaps along a line, straight over a goat, to the empty point behind. Take the goat on B2.",
            "अब बाघ लिनुहोस्। बाघ रेखामा सीधै बाख्रामाथिबाट पछाडिको खाली ठाउँमा उफ्रन्छ। B2 को बाख्रा मार्नुहोस्।",
        ),
        (
            "That is a step. Leap with the tiger on A1, over B2, to C3.",
            "त्यो त सरेको हो। A1 को बाघलाई B2 माथिबाट C3 मा उफार्नुहोस्।",
        ),
        ("One goat taken. Four more and the tigers win.", "एउटा बाख्रा मारियो। अरू चार मारे बाघले जित्छ।"),
        (
            "Nothing can be taken now. Step with the tiger on B3 to where it threatens two goats at once.",
            "अहिले मार्न मिल्ने बाख्रा छैन। B3 को बाघलाई दुई बाख्रा एकैचोटि ताक्ने ठाउँमा सार्नुहोस्।",
        ),
        (
            "From there it does not threaten both goats. They are on C2 and C4: what lies between them?",
            "त्यहाँबाट दुवै बाख्रा ताकिँदैन। ती C2 र C4 मा छन्: बीचमा के छ?",
        ),
        (
            "Two threats, and the goats can guard only one: C1 is filled now.",
            "दुईतिर ताकियो, बाख्राले एउटा मात्र जोगाउन सक्छ: अब C1 भरियो।",
        ),
        ("Take the other one.", "अर्को मार्नुहोस्।"),
        (
            "There is a goat to be taken: behind C4 the point is empty.",
            "मार्न मिल्ने बाख्रा छ: C4 को पछाडि खाली छ।",
        ),
        (
            "That is how tigers win: take what can be taken, and else step to where you threaten the most. Try it in a game.",
            "बाघ यसरी जित्छ: मार्न मिल्ने मार्नुहोस्, नत्र धेरै ताक्ने ठाउँमा सर्नुहोस्। अब खेलमा गरेर हेर्नुहोस्।",
        ),
    ],
    refusals: &[
        ("tigers-are-not-placed", "पालो बाघको हो; राखिने त बाख्रा मात्र हो।"),
        ("none-in-hand", "हातमा बाख्रा बाँकी छैन; पाटीकै बाख्रा सार्नुहोस्।"),
        ("occupied", "{0} खाली छैन।"),
        ("nothing-there", "{0} मा केही छैन।"),
        ("not-yours", "{0} मा भएको गोटी अर्को पक्षको हो।"),
        ("goats-in-hand", "हातमा बाख्रा बाँकी रहुन्जेल बाख्रा सार्न मिल्दैन।"),
        ("no-line", "{0} र {1} जोड्ने रेखा छैन।"),
        ("goats-do-not-leap", "बाख्रा उफ्रँदैन।"),
        ("no-leap", "{0} बाट {1} सम्म दुई पाइलाको सीधा रेखा छैन।"),
        ("wrong-midpoint", "यो फड्को {0} होइन, {1} माथिबाट जान्छ।"),
        ("nothing-to-take", "{0} मा मार्ने बाख्रा छैन।"),
        ("capture-not-written", "मार्ने चालमा मारिने बाख्रा पनि लेख्नुपर्छ: m{0}{2}({1})।"),
        ("must-capture", "मार्न सक्ने बाघले मार्नै पर्छ: {*}।"),
        ("tiger-count", "बाघ चार वटा हुनुपर्छ।"),
        ("too-many-captured", "यति धेरै बाख्रा मारिनुअघि नै खेल सकिन्छ।"),
        ("too-many-goats", "बाख्रा जम्मा बीस वटा हुन्छन्; यहाँ त्योभन्दा बढी छन्।"),
        ("hand-mismatch", "हातमा बाँकी बाख्राको सङ्ख्या मिलेन।"),
        ("tigers-first", "पहिलो चाल बाख्राको हो; बाख्रा नराखी बाघको पालो आउँदैन।"),
        ("number-turn", "चालको सङ्ख्याअनुसार अहिले अर्को पक्षको पालो हो।"),
        ("number-placement", "चालको सङ्ख्या र राखिएका बाख्राको सङ्ख्या मिलेनन्।"),
        ("last-before-start", "एउटा पनि बाख्रा राखिएको छैन; पछिल्लो चाल हुन सक्दैन।"),
        ("last-wrong-side", "पछिल्लो चाल त्यो पक्षले खेल्न मिल्ने चाल होइन।"),
        ("last-wrong-phase", "पछिल्लो चाल खेलको त्यो चरणमा हुन सक्दैन।"),
        ("last-not-there", "पछिल्लो चाल {0} मा टुङ्गियो, तर त्यहाँ त्यो गोटी छैन।"),
        ("last-still-there", "पछिल्लो चालले {0} खाली गर्‍यो, तर त्यहाँ गोटी छ।"),
        ("last-no-line", "पछिल्लो चाल {0} बाट {1} गएको हुन सक्दैन: त्यहाँ रेखा छैन।"),
        ("last-wrong-midpoint", "पछिल्लो फड्को {0} होइन, {1} माथिबाट गयो।"),
        ("last-nothing-captured", "पछिल्लो चालले बाख्रा मारेको भनिएको छ, तर मारिएको बाख्रा छैन।"),
        ("last-illegal", "पछिल्लो चाल नियमअनुसार थिएन।"),
    ],
    endings: &[
        ("captures", "चाहिने जति बाख्रा मारिए"),
        ("goats-stuck", "कुनै बाख्रा सर्न सक्दैन"),
        ("trapped", "कुनै बाघ सर्न सक्दैन"),
    ],
    rulebook: Some(include_str!("../RULES.ne.md")),
};
