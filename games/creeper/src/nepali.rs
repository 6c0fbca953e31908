//! The words of the game in Nepali.

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
    ],
    endings: &[("connected", "अष्टभुजको लहरले दुई आधार जोड्यो"), ("blocked", "पालो भएको पक्षसँग कुनै चाल छैन")],
    rulebook: Some(include_str!("../RULES.ne.md")),
};
