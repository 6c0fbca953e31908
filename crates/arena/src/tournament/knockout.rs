//! The knockout: whoever loses a meeting is out, and who is left at the end has won.

use super::swiss::seat;
use super::{Entrant, Field, Meeting, Round};

/// A meeting that is level is played on for this many games, with sides exchanged. Then the better seed goes on.
pub(super) const TIE_BREAKS: u32 = 2;

/// How many rounds leave one player.
pub(super) fn rounds(players: u16) -> u32 {
    u32::from(players).next_power_of_two().trailing_zeros()
}

/// Who meets in a round. Everybody keeps a place in the bracket, so that in round `n` the survivors of `2^(n+1)`
/// neighbouring places meet; whoever has no opponent there goes on without a game.
pub(super) fn pair(field: &Field, number: u32) -> Round {
    let mut round = Round::default();
    for places in bracket(field.players).chunks(2 << number) {
        let is_in = |&&seed: &&u16| seed < field.players && is_alive(field, Entrant(seed));
        let mut here: Vec<Entrant> = places.iter().filter(is_in).map(|&seed| Entrant(seed)).collect();
        here.sort();
        match here[..] {
            [] => {}
            [alone] => round.free.push(alone),
            [one, two, ..] => round.meetings.push(seat(field, [one, two], number)),
        }
    }
    round
}

/// Whether somebody has neither left nor lost.
fn is_alive(field: &Field, player: Entrant) -> bool {
    !field.withdrawn.contains(&player)
        && opponents(field, player).all(|other| has_beaten(field, player, other))
}

/// Those somebody has met, each once.
fn opponents(field: &Field, player: Entrant) -> impl Iterator<Item = Entrant> {
    let mut met: Vec<Entrant> = field.settled.iter().filter_map(|game| game.opponent(player)).collect();
    met.sort();
    met.dedup();
    met.into_iter()
}

/// Whether a meeting went for the first of the two; where it is level, for the better seed.
fn has_beaten(field: &Field, player: Entrant, other: Entrant) -> bool {
    let lead = lead(field, player, other);
    lead > 0 || (lead == 0 && player < other)
}

/// By how many half points somebody is ahead of somebody.
pub(super) fn lead(field: &Field, player: Entrant, other: Entrant) -> i64 {
    let between = field.settled.iter().filter(|game| game.opponent(player) == Some(other));
    between.map(|game| game.worth(player) as i64 - game.worth(other) as i64).sum()
}

/// How many meetings somebody has won, without a game too: how far they have come.
pub(super) fn survived(field: &Field, player: Entrant) -> u32 {
    let won = opponents(field, player).filter(|other| has_beaten(field, player, *other)).count();
    (won + field.free.iter().filter(|free| **free == player).count()) as u32
}

/// The seeds in the order of their places: the best two can meet in the last round only, the best four in the
/// last but one, and so on. Places beyond the number of players stay empty, beside the best.
fn bracket(players: u16) -> Vec<u16> {
    let mut places = vec![0u16];
    while places.len() < usize::from(players) {
        let size = 2 * places.len() as u16;
        places = places.iter().flat_map(|seed| [*seed, size - 1 - seed]).collect();
    }
    places
}

/// Whether a meeting of this many games goes on. Also where somebody has left: the game that is due is worth a win to
/// whoever stayed, and otherwise the better seed would go on, who may be the one that left.
pub(super) fn goes_on(field: &Field, meeting: Meeting, played: u32) -> bool {
    let [one, two] = meeting.sides;
    played < field.games + TIE_BREAKS && lead(field, one, two) == 0
}

#[cfg(test)]
mod tests {
    use chautari_game::Side;

    use super::super::{Format, Settled};
    use super::*;

    #[test]
    fn the_best_meet_last() {
        assert_eq!(bracket(8), [0, 7, 3, 4, 1, 6, 2, 5]);
        let field = Field::new(Format::Knockout, 6, 1);
        let round = field.round(0);
        assert_eq!(round.free, [Entrant(0), Entrant(1)], "the best rest where somebody must");
        assert_eq!(round.meetings.len(), 2);
        assert_eq!(field.rounds(), 3);
    }

    #[test]
    fn whoever_loses_is_out_and_a_level_meeting_goes_on_for_a_while() {
        let mut field = Field::new(Format::Knockout, 4, 1);
        let first = field.round(0);
        let [upper, lower] = [first.meetings[0], first.meetings[1]];
        field.settled.push(Settled { sides: upper.sides, winner: None });
        assert!(field.goes_on(upper, 1) && field.goes_on(lower, 0));
        field.settled.push(Settled { sides: upper.sides, winner: None });
        assert!(field.goes_on(upper, 2) && !field.goes_on(upper, 3), "not for ever");
        field.settled.push(Settled { sides: lower.sides, winner: Some(Side::Two) });
        let last = field.round(1);
        let mut finalists = last.meetings[0].sides;
        finalists.sort();
        assert_eq!(finalists, [Entrant(0), lower.sides[1]], "the better seed goes on from a level meeting");
        field.settled.push(Settled { sides: finalists, winner: Some(Side::Two) });
        assert_eq!(field.standings()[0].player, lower.sides[1]);
        assert_eq!(field.standings()[0].survived, 2);
    }

    #[test]
    fn who_leaves_lets_the_other_one_pass() {
        let mut field = Field::new(Format::Knockout, 4, 1);
        field.withdrawn.push(Entrant(3));
        let round = field.round(0);
        assert_eq!((round.meetings.len(), round.free), (1, vec![Entrant(0)]));
    }

    #[test]
    fn who_leaves_a_level_meeting_loses_it_even_as_the_better_seed() {
        for games in [1, 2] {
            let mut field = Field::new(Format::Knockout, 4, games);
            let meeting = field.round(0).meetings[0];
            let [better, other] = meeting.sides;
            assert!(better < other);
            for _ in 0..games {
                field.settled.push(Settled { sides: meeting.sides, winner: None });
            }
            field.withdrawn.push(better);
            assert!(field.goes_on(meeting, games), "who stayed has not got the points yet");
            // The game that is due is worth a win to whoever is there.
            field.settled.push(Settled { sides: meeting.sides, winner: Some(Side::Two) });
            assert!(!field.goes_on(meeting, games + 1));
            assert!(is_alive(&field, other) && !is_alive(&field, better), "{games} games");
            assert_eq!((survived(&field, other), survived(&field, better)), (1, 0));
        }
    }

    #[test]
    fn a_level_meeting_that_both_have_left_ends() {
        let mut field = Field::new(Format::Knockout, 4, 1);
        let meeting = field.round(0).meetings[0];
        field.withdrawn.extend(meeting.sides);
        let played = (0..10).find(|played| !field.goes_on(meeting, *played));
        assert_eq!(played, Some(1 + TIE_BREAKS), "each of its games is worth nothing to anybody");
        assert!(!meeting.sides.iter().any(|player| is_alive(&field, *player)));
    }
}
