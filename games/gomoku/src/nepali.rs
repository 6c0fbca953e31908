//! The words of the game in Nepali.

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
        ("place", "राख्ने"),
        ("Black", "कालो"),
        ("White", "सेतो"),
        ("Place a stone", "गोटी राख्नुहोस्"),
    ],
    refusals: &[
        ("off-board", "पाटीमा यस्तो ठाउँ छैन।"),
        ("occupied", "{0} खाली छैन।"),
        ("double-three", "{0} मा राख्न निषेध छ: एकैचोटि दुई खुला तीन बन्छन् र केही खोसिँदैन।"),
        ("won-before", "यति जोडी खोसेर एक पक्षले पहिल्यै जितिसकेको हुन्छ।"),
        ("too-many-pairs", "खेलेर यति धेरै जोडी खोस्न सकिँदैन।"),
        ("fives-apart", "पाँचका लहरहरू छुट्टाछुट्टै छन्; अन्तिम लहर बन्नुअघि नै खेल सकिन्थ्यो।"),
    ],
    endings: &[
        ("capture", "पाँच जोडी खोसिए"),
        ("five", "पाँच एकै लहरमा परे, र कुनै जवाफले तोड्न सक्दैनथ्यो"),
        ("five-unbroken", "पाँच एकै लहरमा परे, र जवाफले तोडेन"),
        ("full", "खाली ठाउँ बाँकी रहेन"),
    ],
    rulebook: Some(include_str!("../RULES.ne.md")),
};
