//! A slow reference implementation of the rules with sixty-four characters, loops, and strings.
//!
//! Written from the rules alone; it shares no code with the crate under test.

const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const STRAIGHT: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// A chess position; square `8 * rank + file`, `.` for empty, upper case for White.
#[derive(Clone)]
struct Chess {
    board: [char; 64],
    white: bool,
    castling: String,
    passed: Option<usize>,
    clock: u32,
    number: u32,
}

/// A chess move: start, destination, promotion.
type Step = (usize, usize, Option<char>);

fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

fn square(text: &str) -> usize {
    let bytes = text.as_bytes();
    usize::from(bytes[1] - b'1') * 8 + usize::from(bytes[0] - b'a')
}

fn shifted(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + files, from as i32 / 8 + ranks);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| (rank * 8 + file) as usize)
}

impl Chess {
    fn is(&self, at: usize, white: bool) -> bool {
        self.board[at].is_ascii_alphabetic() && self.board[at].is_ascii_uppercase() == white
    }

    /// Returns the first piece from a square in a direction.
    fn met(&self, from: usize, direction: (i32, i32)) -> char {
        let mut at = from;
        while let Some(next) = shifted(at, direction) {
            if self.board[next] != '.' {
                return self.board[next];
            }
            at = next;
        }
        '.'
    }

    fn attacked(&self, at: usize, by_white: bool) -> bool {
        let own = |c: char| if by_white { c.to_ascii_uppercase() } else { c };
        let stands =
            |step: (i32, i32), piece: char| shifted(at, step).is_some_and(|s| self.board[s] == own(piece));
        let below = if by_white { -1 } else { 1 };
        KNIGHT.iter().any(|&s| stands(s, 'n'))
            || STRAIGHT.iter().chain(&DIAGONAL).any(|&s| stands(s, 'k'))
            || [-1, 1].iter().any(|&file| stands((file, below), 'p'))
            || STRAIGHT.iter().any(|&s| [own('r'), own('q')].contains(&self.met(at, s)))
            || DIAGONAL.iter().any(|&s| [own('b'), own('q')].contains(&self.met(at, s)))
    }

    fn in_check(&self) -> bool {
        let king = if self.white { 'K' } else { 'k' };
        let at = self.board.iter().position(|&c| c == king).unwrap();
        self.attacked(at, !self.white)
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for from in 0..64 {
            if self.is(from, self.white) {
                match self.board[from].to_ascii_lowercase() {
                    'p' => self.pawn_steps(from, &mut steps),
                    'n' => self.leaps(from, &KNIGHT, &mut steps),
                    'k' => {
                        self.leaps(from, &STRAIGHT, &mut steps);
                        self.leaps(from, &DIAGONAL, &mut steps);
                        self.castlings(from, &mut steps);
                    }
                    'r' => self.slides(from, &STRAIGHT, &mut steps),
                    'b' => self.slides(from, &DIAGONAL, &mut steps),
                    _ => {
                        self.slides(from, &STRAIGHT, &mut steps);
                        self.slides(from, &DIAGONAL, &mut steps);
                    }
                }
            }
        }
        steps.retain(|&step| {
            let mut after = self.after(step);
            after.white = self.white;
            !after.in_check()
        });
        steps
    }

    fn leaps(&self, from: usize, ways: &[(i32, i32)], steps: &mut Vec<Step>) {
        for to in ways.iter().filter_map(|&way| shifted(from, way)) {
            if !self.is(to, self.white) {
                steps.push((from, to, None));
            }
        }
    }

    fn slides(&self, from: usize, ways: &[(i32, i32)], steps: &mut Vec<Step>) {
        for &way in ways {
            let mut at = from;
            while let Some(to) = shifted(at, way) {
                if self.is(to, self.white) {
                    break;
                }
                steps.push((from, to, None));
                if self.board[to] != '.' {
                    break;
                }
                at = to;
            }
        }
    }

    fn pawn_steps(&self, from: usize, steps: &mut Vec<Step>) {
        let up = if self.white { 1 } else { -1 };
        let (home, last) = if self.white { (1, 7) } else { (6, 0) };
        let mut targets = Vec::new();
        if let Some(one) = shifted(from, (0, up)).filter(|&one| self.board[one] == '.') {
            targets.push(one);
            let two = shifted(from, (0, 2 * up)).filter(|&two| from / 8 == home && self.board[two] == '.');
            targets.extend(two);
        }
        for to in [-1, 1].iter().filter_map(|&file| shifted(from, (file, up))) {
            if self.is(to, !self.white) || self.passed == Some(to) {
                targets.push(to);
            }
        }
        for to in targets {
            if to / 8 == last {
                steps.extend("qrbn".chars().map(|c| (from, to, Some(c))));
            } else {
                steps.push((from, to, None));
            }
        }
    }

    fn castlings(&self, king: usize, steps: &mut Vec<Step>) {
        let row = if self.white { 0 } else { 56 };
        let sides: [(char, &[usize], &[usize], usize); 2] =
            [('k', &[5, 6], &[4, 5, 6], 6), ('q', &[1, 2, 3], &[2, 3, 4], 2)];
        for (letter, empty, safe, to) in sides {
            let right = if self.white { letter.to_ascii_uppercase() } else { letter };
            if self.castling.contains(right)
                && empty.iter().all(|&file| self.board[row + file] == '.')
                && safe.iter().all(|&file| !self.attacked(row + file, !self.white))
            {
                steps.push((king, row + to, None));
            }
        }
    }

    fn after(&self, (from, to, promotion): Step) -> Chess {
        let mut next = self.clone();
        let piece = self.board[from];
        let pawn = piece.eq_ignore_ascii_case(&'p');
        next.clock = if pawn || self.board[to] != '.' { 0 } else { self.clock + 1 };
        next.board[from] = '.';
        next.board[to] = match promotion {
            None => piece,
            Some(c) if self.white => c.to_ascii_uppercase(),
            Some(c) => c,
        };
        if pawn && self.passed == Some(to) {
            next.board[from / 8 * 8 + to % 8] = '.';
        }
        next.passed = (pawn && from.abs_diff(to) == 16).then_some(usize::midpoint(from, to));
        if piece.eq_ignore_ascii_case(&'k') && from.abs_diff(to) == 2 {
            let (corner, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            next.board[beside] = next.board[corner];
            next.board[corner] = '.';
        }
        for (gone, rights) in [(0, "Q"), (4, "KQ"), (7, "K"), (56, "q"), (60, "kq"), (63, "k")] {
            if from == gone || to == gone {
                next.castling.retain(|c| !rights.contains(c));
            }
        }
        next.number += u32::from(!self.white);
        next.white = !self.white;
        next
    }

    fn pieces(&self) -> String {
        let mut text = String::new();
        for rank in (0..8).rev() {
            let mut gap = 0;
            for file in 0..8 {
                let c = self.board[8 * rank + file];
                if c == '.' {
                    gap += 1;
                    continue;
                }
                if gap > 0 {
                    text += &gap.to_string();
                    gap = 0;
                }
                text.push(c);
            }
            if gap > 0 {
                text += &gap.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }

    fn insufficient(&self) -> bool {
        let count = |pieces: &str| self.board.iter().filter(|c| pieces.contains(**c)).count();
        let bishops: Vec<_> = (0..64).filter(|&s| "Bb".contains(self.board[s])).collect();
        let one_colour = bishops.windows(2).all(|w| (w[0] / 8 + w[0]) % 2 == (w[1] / 8 + w[1]) % 2);
        let minor = count("Nn") + bishops.len();
        count("PpRrQq") == 0 && (minor <= 1 || count("Nn") == 0 && one_colour)
    }

    /// Returns what the repetition rule compares.
    fn picture(&self) -> String {
        let usable = |to: &usize| {
            let takes = |&(from, at, _): &Step| at == *to && "Pp".contains(self.board[from]);
            self.steps().iter().any(takes)
        };
        format!("{} {} {} {:?}", self.pieces(), self.white, self.castling, self.passed.filter(usable))
    }
}

/// A game of Ban Chess.
#[derive(Clone)]
pub(crate) struct Slow {
    chess: Chess,
    ply: u32,
    ban: Option<(usize, usize)>,
    pictures: Vec<String>,
}

impl Slow {
    /// Starts a game from a FEN of seven fields without validation.
    pub(crate) fn new(fen: &str) -> Slow {
        let fields: Vec<&str> = fen.split(' ').collect();
        let mut board = ['.'; 64];
        for (row, rank) in fields[0].split('/').enumerate() {
            let mut file = 0;
            for c in rank.chars() {
                if let Some(gap) = c.to_digit(10) {
                    file += gap as usize;
                } else {
                    board[8 * (7 - row) + file] = c;
                    file += 1;
                }
            }
        }
        let chess = Chess {
            board,
            white: fields[1] == "w",
            castling: fields[2].replace('-', ""),
            passed: (fields[3] != "-").then(|| square(fields[3])),
            clock: fields[4].parse().unwrap(),
            number: fields[5].parse().unwrap(),
        };
        let (ply, ban) = fields[6].split_once(':').unwrap_or((fields[6], ""));
        let ban = (!ban.is_empty()).then(|| (square(&ban[..2]), square(&ban[2..])));
        let mut game = Slow { chess, ply: ply.parse().unwrap(), ban, pictures: Vec::new() };
        game.remember();
        game
    }

    fn remember(&mut self) {
        if self.ban.is_none() {
            self.pictures.push(self.chess.picture());
        }
    }

    fn pairs(&self) -> Vec<(usize, usize)> {
        let mut pairs: Vec<_> = self.chess.steps().iter().map(|&(from, to, _)| (from, to)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }

    /// Returns the player who acts.
    pub(crate) fn player(&self) -> &'static str {
        ["black", "black", "white", "white"][(self.ply % 4) as usize]
    }

    /// Returns the reason for the end of the game and the winner, if it is over.
    pub(crate) fn end(&self) -> Option<(&'static str, &'static str)> {
        let pairs = self.pairs();
        let left = pairs.iter().filter(|&&pair| Some(pair) != self.ban).count();
        if left == 0 {
            let winner = if self.chess.white { "black" } else { "white" };
            return Some(match (self.chess.in_check(), self.ban.is_some()) {
                (true, false) => ("checkmate-by-move", winner),
                (true, true) => ("checkmate-by-ban", winner),
                (false, false) => ("stalemate-by-move", "draw"),
                (false, true) => ("stalemate-by-ban", "draw"),
            });
        }
        if pairs.len() < 2 {
            return None;
        }
        let last = self.pictures.last();
        let times = self.pictures.iter().filter(|&picture| Some(picture) == last).count();
        if self.chess.clock >= 100 {
            Some(("fifty-move", "draw"))
        } else if self.chess.insufficient() {
            Some(("insufficient-material", "draw"))
        } else if self.ban.is_none() && times >= 3 {
            Some(("threefold-repetition", "draw"))
        } else {
            None
        }
    }

    /// Returns all legal actions, sorted.
    pub(crate) fn actions(&self) -> Vec<String> {
        if self.end().is_some() {
            return Vec::new();
        }
        let mut actions: Vec<String> = if self.ban.is_none() {
            self.pairs().iter().map(|&(from, to)| format!("b:{}{}", name(from), name(to))).collect()
        } else {
            let free = |step: &Step| Some((step.0, step.1)) != self.ban;
            let text = |(from, to, promotion): Step| {
                format!("m:{}{}{}", name(from), name(to), promotion.map_or(String::new(), String::from))
            };
            self.chess.steps().into_iter().filter(free).map(text).collect()
        };
        actions.sort_unstable();
        actions
    }

    /// Plays one of these actions.
    pub(crate) fn play(&mut self, action: &str) {
        let (from, to) = (square(&action[2..4]), square(&action[4..6]));
        if action.starts_with('b') {
            self.ban = Some((from, to));
        } else {
            self.chess = self.chess.after((from, to, action.chars().nth(6)));
            self.ban = None;
        }
        self.ply += 1;
        self.remember();
    }

    /// Returns the position in the same seven fields.
    pub(crate) fn fen(&self) -> String {
        let chess = &self.chess;
        let dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        format!(
            "{} {} {} {} {} {} {}{}",
            chess.pieces(),
            if chess.white { "w" } else { "b" },
            dash(chess.castling.clone()),
            dash(chess.passed.map_or(String::new(), name)),
            chess.clock,
            chess.number,
            self.ply,
            self.ban.map_or(String::new(), |(from, to)| format!(":{}{}", name(from), name(to))),
        )
    }
}
