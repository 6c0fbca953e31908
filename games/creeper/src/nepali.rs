//! The Nepali translation.

use chautari_game::Translation;

pub(crate) const NEPALI: Translation = Translation {
    language: "ne",
    texts: &[
        ("Creeper", "क्रिपर"),
        (
            "pins leap across octagons and turn them; join your two bases by your colour",
            "किलाले अष्टभुज नाघ्दै रङ फेर्छ; आफ्ना दुई आधार जोड्नुहोस्",
        ),
        ("pin", "किला"),
        ("octagon", "अष्टभुज"),
        ("pins", "किला"),
        ("move", "चाल चल्ने"),
        ("Teal", "निलो-हरियो"),
        ("Orange", "सुन्तला"),
        ("Move a pin", "किला सार्नुहोस्"),
    ],
    lesson: &[
        (
            "You are Teal. Your two bases are the teal octagons in the corners, and you want to join them. A pin steps along its row or column: step from e1 to d1.",
            "तपाईं निलो-हरियो हुनुहुन्छ। कुनामा रहेका निलो-हरिया अष्टभुज तपाईंका दुई आधार हुन्; तिनलाई जोड्नु छ। किला तेर्सो वा ठाडो सर्छ: e1 बाट d1 मा सार्नुहोस्।",
        ),
        (
            "That can be played, too. But step first: from e1 to d1.",
            "त्यो पनि खेल्न मिल्छ। तर पहिले e1 बाट d1 मा सार्नुहोस्।",
        ),
        ("A step moves the pin and turns nothing.", "यसरी सर्दा किला मात्र सर्छ, अष्टभुज फेरिँदैन।"),
        (
            "A leap goes diagonally and turns the octagon it crosses to your colour. Leap from b3 to c4, across the orange octagon.",
            "छड्के फड्को मार्दा नाघिएको अष्टभुज तपाईंको रङको हुन्छ। b3 बाट c4 मा, सुन्तला अष्टभुजमाथिबाट फड्को मार्नुहोस्।",
        ),
        (
            "That does not cross the orange octagon. Leap from b3 to c4.",
            "त्यसले सुन्तला अष्टभुज नाघ्दैन। b3 बाट c4 मा फड्को मार्नुहोस्।",
        ),
        (
            "The octagon is yours. Octagons are all that counts in the end.",
            "अष्टभुज तपाईंको भयो। अन्त्यमा गनिने अष्टभुज नै हुन्।",
        ),
        (
            "A pin jumps over an enemy pin beside it and takes it off. Jump from b3 over c3 to d3.",
            "छेउको विपक्षी किला नाघेर मार्न मिल्छ; त्यो पाटीबाट हट्छ। b3 बाट c3 नाघेर d3 मा जानुहोस्।",
        ),
        ("That takes nothing. Jump from b3 over c3 to d3.", "त्यसले केही मार्दैन। b3 बाट c3 नाघेर d3 मा जानुहोस्।"),
        (
            "The enemy's pin is gone. A side with few pins turns few octagons.",
            "विपक्षीको किला मारियो। थोरै किला हुनेले थोरै अष्टभुज फेर्न सक्छ।",
        ),
        (
            "One octagon is missing in your chain from base to base. Octagons join along rows and columns, not at corners. Find the leap that joins them.",
            "आधारदेखि आधारसम्मको लहरमा एउटा अष्टभुज कम छ। अष्टभुज तेर्सो र ठाडो जोडिन्छन्, कुनामा होइन। जोड्ने फड्को खोज्नुहोस्।",
        ),
        (
            "The chain is still open. Look at the left side: where does it break off?",
            "लहर अझै टुटेको छ। बायाँतिर हेर्नुहोस्: कहाँ टुट्छ?",
        ),
        (
            "Your bases are joined: you have won. Leap towards the gap, and cut the other's chain when it is nearer than yours.",
            "तपाईंका आधार जोडिए: तपाईंले जित्नुभयो। खाली ठाउँतिर फड्को मार्नुहोस्, र विपक्षीको लहर तपाईंकोभन्दा नजिक भए काट्नुहोस्।",
        ),
    ],
    refusals: &[
        ("nothing-there", "{0} मा केही छैन।"),
        ("not-yours", "{0} मा भएको गोटी अर्को पक्षको हो।"),
        ("stands-still", "{0} को किला कतै न कतै सर्नै पर्छ; पालो छोड्न मिल्दैन।"),
        ("occupied", "{0} खाली छैन।"),
        ("diagonal-jump", "विपक्षीलाई नाघ्दा तेर्सो वा ठाडो मात्र जान मिल्छ; {0} बाट {1} छड्के पर्छ।"),
        ("too-far", "{0} बाट {1} सम्म एकै चालमा पुगिँदैन।"),
        ("nothing-to-jump", "नाघ्नलाई विपक्षीको किला चाहिन्छ, तर {0} खाली छ।"),
        ("own-pin", "{0} मा आफ्नै किला छ; विपक्षीको किला मात्र नाघ्न मिल्छ।"),
        ("wrong-length", "लेखिएको स्थितिको लम्बाइ मिलेन।"),
        ("foreign-letter", "स्थितिमा x, o र . बाहेक अरू अक्षर हुँदैनन्।"),
        ("missing-corner", "{0} मा किला बस्ने ठाउँ छैन।"),
        ("too-many-pins", "कुनै पक्षका किला यति धेरै हुँदैनन्।"),
        ("wrong-base", "अष्टभुज {0} आधार हो; यसको रङ कहिल्यै फेरिँदैन।"),
        ("nobody-to-move", "पालो कसको हो भनेर अन्तिम अक्षरले बताउनुपर्छ: x वा o।"),
        // Remarks on moves.
        ("chain-can-be-joined", "लहर जोड्न एउटै अष्टभुज बाँकी छ: {0}।"),
        ("octagon-can-be-turned", "अर्को पक्षको अष्टभुज फेर्न मिल्छ: {0}।"),
        ("octagon-can-be-claimed", "एउटा अष्टभुज लिन मिल्छ: {0}।"),
        ("pin-can-be-taken", "{0} को किला मार्न मिल्छ।"),
    ],
    endings: &[("connected", "अष्टभुजको लहरले दुई आधार जोड्यो"), ("blocked", "पालो भएको पक्षसँग कुनै चाल छैन")],
    rulebook: Some(include_str!("../RULES.ne.md")),
};
