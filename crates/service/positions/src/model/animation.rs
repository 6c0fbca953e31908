//! The bound on animations: their cost in painted pixels is known before they are made.

/// Pixels of an animation, all frames together: 600 plies at the default size.
const MAX_PIXELS: u64 = 140_000_000;

/// Errors with the widest possible size if an animation of this many plies would be too large at `width`.
pub(crate) fn check_size(plies: usize, width: u32) -> Result<(), u64> {
    let frames = plies as u64 + 1;
    if frames * u64::from(width) * u64::from(width) <= MAX_PIXELS {
        return Ok(());
    }
    Err((MAX_PIXELS / frames).isqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widest_size_is_allowed() {
        assert_eq!(check_size(600, 480), Ok(()));
        let widest = check_size(4000, 480).unwrap_err();
        assert_eq!(check_size(4000, u32::try_from(widest).unwrap()), Ok(()));
        assert_eq!(check_size(4000, u32::try_from(widest).unwrap() + 1), Err(widest));
    }
}
