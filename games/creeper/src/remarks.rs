//! Remarks: the purpose of a move in words.

use chautari_game::{Position as _, Reason};

use crate::board::octagons;
use crate::position::{Move, Position};

/// Returns the remarks on a legal move, most important first.
pub(crate) fn remarks(position: &Position, m: Move) -> Vec<Reason> {
    let side = position.turn;
    let after = position.after(m);
    let mut found = Vec::new();
    // Crossing a base changes nothing.
    for octagon in octagons(m.crossed()).filter(|octagon| octagon.base().is_none()) {
        let (code, text) = if after.connected == Some(side) {
            ("chain-can-be-joined", "One octagon is missing in the chain: {}.")
        } else if position.octagons_of(side.other()) & m.crossed() != 0 {
            ("octagon-can-be-turned", "An octagon of the other side can be turned: {}.")
        } else if position.octagons_of(side) & m.crossed() != 0 {
            continue;
        } else {
            ("octagon-can-be-claimed", "An octagon can be claimed: {}.")
        };
        found.push(Reason {
            code,
            text: text.replace("{}", &octagon.to_string()),
            points: vec![octagon.point()],
        });
    }
    if let Some(pin) = m.taken() {
        let text = format!("The pin on {pin} can be taken.");
        found.push(Reason { code: "pin-can-be-taken", text, points: vec![pin.point()] });
    }
    found
}

#[cfg(test)]
mod tests {
    use chautari_game::{AnyGame, Rng};

    use crate::Creeper;
    use crate::board::{BASES, Octagon, octagons};

    #[test]
    fn remarks_describe_moves() {
        let mut codes = std::collections::BTreeSet::new();
        // Bases never change their owner.
        let bases: Vec<u16> = octagons(BASES[0] | BASES[1]).map(Octagon::point).collect();
        for seed in 0..40 {
            let (mut rng, mut record) = (Rng::new(seed), AnyGame::start(&Creeper));
            for _ in 0..60 {
                let offers = record.offers();
                for offer in &offers {
                    let remarks = record.remarks(&offer.text).unwrap();
                    assert!(
                        remarks.iter().all(|remark| !remark.text.contains('{') && remark.points.len() == 1)
                    );
                    let turned = remarks.iter().filter(|remark| remark.code.starts_with("octagon"));
                    assert!(
                        turned.clone().all(|remark| !bases.contains(&remark.points[0])),
                        "{}",
                        offer.text
                    );
                    codes.extend(remarks.iter().map(|remark| remark.code));
                }
                let Some(offer) = rng.pick(&offers) else { break };
                record.play(&offer.text).unwrap();
            }
        }
        assert!(codes.len() >= 3, "{codes:?}");
    }
}
