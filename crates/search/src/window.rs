//! The alpha-beta window, with aspiration search and principal variation search.

use crate::Value;

/// An aspiration window wider than this on either side is opened fully.
const MAX_WIDTH: i32 = 2000;

/// Values inside the window are exact; for others only the side of the window matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// The value the side to move has already secured; lower values do not matter.
    pub alpha: Value,
    /// The value the opponent can prevent; higher values cause a cutoff.
    pub beta: Value,
}

impl Window {
    /// The full window, in which every value is exact.
    pub const FULL: Window = Window { alpha: Value::MIN, beta: Value::MAX };

    /// Creates an aspiration window around a value.
    pub fn around(value: Value, delta: i32) -> Window {
        Window { alpha: value.shifted(-delta), beta: value.shifted(delta) }
    }

    /// Whether this is a null window, which contains no value. Nodes with wider windows are PV nodes.
    #[inline]
    pub fn is_null(self) -> bool {
        self.beta <= self.alpha.above()
    }

    /// Searches with this aspiration window, and with wider ones while the value falls outside.
    pub fn widen<E>(mut self, mut search: impl FnMut(Window) -> Result<Value, E>) -> Result<Value, E> {
        let mut width = (self.beta.raw() - self.alpha.raw()) / 2;
        loop {
            let value = search(self)?;
            width = width.saturating_mul(3);
            let far = width > MAX_WIDTH || value.is_decided();
            if value <= self.alpha && self.alpha > Value::MIN {
                self.alpha = if far { Value::MIN } else { value.shifted(-width) };
            } else if value >= self.beta && self.beta < Value::MAX {
                self.beta = if far { Value::MAX } else { value.shifted(width) };
            } else {
                return Ok(value);
            }
        }
    }

    /// Principal variation search of one move: the first of a node in the full window, later ones in a null
    /// window first, reduced, and again only if they turn out to be better.
    #[inline]
    pub fn scout<E>(
        self,
        is_first: bool,
        depth: i32,
        reduction: i32,
        mut search: impl FnMut(Window, i32) -> Result<Value, E>,
    ) -> Result<Value, E> {
        if !is_first {
            let null = Window { alpha: self.alpha, beta: self.alpha.above() };
            let mut value = search(null, depth - reduction)?;
            if value > self.alpha && reduction > 0 {
                value = search(null, depth)?;
            }
            if value <= self.alpha || value >= self.beta {
                return Ok(value);
            }
        }
        search(self, depth)
    }
}

impl std::ops::Neg for Window {
    type Output = Window;

    /// Returns the window from the opponent's point of view.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// Returns the result and the windows searched if the true value is `value`.
    fn widened(first: Window, value: Value) -> (Value, Vec<Window>) {
        let mut asked = Vec::new();
        let Ok(found) = first.widen(|window| {
            asked.push(window);
            Ok::<_, Infallible>(value.clamp(window.alpha, window.beta))
        });
        (found, asked)
    }

    #[test]
    fn a_window_widens_until_the_value_is_inside() {
        let first = Window::around(Value::guess(10), 40);
        assert_eq!(widened(first, Value::guess(-20)), (Value::guess(-20), vec![first]));
        let (found, asked) = widened(first, Value::guess(100));
        assert_eq!((found, asked.len()), (Value::guess(100), 2));
        assert_eq!(asked[1], Window { alpha: first.alpha, beta: Value::guess(170) });
        for value in [Value::loss_in(4), Value::guess(-5_000), Value::win_in(9), Value::MAX] {
            assert_eq!(widened(first, value).0, value);
        }
        assert_eq!(widened(Window::FULL, Value::MIN), (Value::MIN, vec![Window::FULL]));
    }

    #[test]
    fn only_better_moves_are_searched_again() {
        let window = Window { alpha: Value::guess(0), beta: Value::guess(50) };
        let looks = |is_first, reduction, value: i32| {
            let mut looks = Vec::new();
            let Ok(_) = window.scout(is_first, 8, reduction, |window, depth| {
                looks.push((!window.is_null(), depth));
                Ok::<_, Infallible>(Value::guess(value))
            });
            looks
        };
        assert_eq!(looks(true, 0, -3), [(true, 8)]);
        assert_eq!(looks(false, 2, -3), [(false, 6)]);
        assert_eq!(looks(false, 2, 3), [(false, 6), (false, 8), (true, 8)]);
        assert_eq!(looks(false, 0, 3), [(false, 8), (true, 8)]);
        assert_eq!(looks(false, 0, 50), [(false, 8)]);
    }
}
