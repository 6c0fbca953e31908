//! What a search is asked to tell apart.

use crate::Value;

/// Wider than this around a value, a window might as well have no end.
const MOST_WIDTH: i32 = 2000;

/// Between its ends a value is wanted exactly; of one outside it is enough to know on which side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What is there already: no more counts as nothing gained.
    pub alpha: Value,
    /// What is enough: the other side will not let it come to that.
    pub beta: Value,
}

impl Window {
    /// Every value is wanted exactly.
    pub const WHOLE: Window = Window { alpha: Value::LEAST, beta: Value::MOST };

    /// The values that differ from this one by less than a width.
    pub fn around(value: Value, width: i32) -> Window {
        Window { alpha: value.shifted(-width), beta: value.shifted(width) }
    }

    /// Whether any value lies inside, so that more is asked than "more or not".
    #[inline]
    pub fn is_wide(self) -> bool {
        self.beta > self.alpha.above()
    }

    /// Looks in this window, and in wider ones while the value lies outside.
    pub fn widen<E>(mut self, mut look: impl FnMut(Window) -> Result<Value, E>) -> Result<Value, E> {
        let mut width = (self.beta.raw() - self.alpha.raw()) / 2;
        loop {
            let value = look(self)?;
            width = width.saturating_mul(3);
            let far = width > MOST_WIDTH || value.is_decided();
            if value <= self.alpha && self.alpha > Value::LEAST {
                self.alpha = if far { Value::LEAST } else { value.shifted(-width) };
            } else if value >= self.beta && self.beta < Value::MOST {
                self.beta = if far { Value::MOST } else { value.shifted(width) };
            } else {
                return Ok(value);
            }
        }
    }

    /// Looks at one of several moves: at the first in the whole window, at others only to see whether they
    /// are better, and by a reduction less deep where they hardly can be.
    #[inline]
    pub fn scout<E>(
        self,
        is_first: bool,
        depth: i32,
        reduction: i32,
        mut look: impl FnMut(Window, i32) -> Result<Value, E>,
    ) -> Result<Value, E> {
        if !is_first {
            let better = Window { alpha: self.alpha, beta: self.alpha.above() };
            let mut value = look(better, depth - reduction)?;
            if value > self.alpha && reduction > 0 {
                value = look(better, depth)?;
            }
            if value <= self.alpha || value >= self.beta {
                return Ok(value);
            }
        }
        look(self, depth)
    }
}

impl std::ops::Neg for Window {
    type Output = Window;

    /// The same to the other side.
    fn neg(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    /// What a search of this window says where the value is this, and the windows it was asked for.
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
        for value in [Value::loss_in(4), Value::guess(-5_000), Value::win_in(9), Value::MOST] {
            assert_eq!(widened(first, value).0, value);
        }
        assert_eq!(widened(Window::WHOLE, Value::LEAST), (Value::LEAST, vec![Window::WHOLE]));
    }

    #[test]
    fn only_what_is_better_is_looked_at_twice() {
        let window = Window { alpha: Value::guess(0), beta: Value::guess(50) };
        let looks = |is_first, reduction, value: i32| {
            let mut looks = Vec::new();
            let Ok(_) = window.scout(is_first, 8, reduction, |window, depth| {
                looks.push((window.is_wide(), depth));
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
