//! The widest vectors this processor has.
//!
//! A [`Kernel`] is plain safe code over slices. It is compiled once for every [`SimdWidth`], and which
//! one runs is chosen when the program does.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// How wide vectors are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdWidth {
    /// What every processor of its kind has.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

impl SimdWidth {
    /// From the narrowest to the widest.
    pub const ALL: [SimdWidth; 3] = [SimdWidth::Portable, SimdWidth::Avx2, SimdWidth::Avx512];

    /// The widest that this processor has.
    pub fn here() -> SimdWidth {
        found()
    }

    /// Lets this process use nothing wider from now on: to measure what width is worth, and to test
    /// what other processors run.
    pub fn limit(self) {
        MOST.store(self as u8, Relaxed);
    }
}

/// The widest that may be used.
static MOST: AtomicU8 = AtomicU8::new(SimdWidth::Avx512 as u8);

/// Code worth compiling for wide vectors. Implementations mark [`run`](Self::run) and what it calls
/// `#[inline(always)]`, or it is compiled for the narrowest.
pub(crate) trait Kernel {
    /// Does the work.
    fn run(self);
}

#[cfg(target_arch = "x86_64")]
fn found() -> SimdWidth {
    let avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    let avx512 = avx2
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    match (avx512, avx2) {
        (true, _) => SimdWidth::Avx512,
        (false, true) => SimdWidth::Avx2,
        (false, false) => SimdWidth::Portable,
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(
    unsafe_code,
    reason = "calling code compiled for features the processor was found to have; nearly all of the time \
              of solving goes into these kernels"
)]
pub(crate) fn widest<K: Kernel>(kernel: K) {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn avx512<K: Kernel>(kernel: K) {
        kernel.run();
    }

    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    fn avx2<K: Kernel>(kernel: K) {
        kernel.run();
    }

    let (found, most) = (found(), MOST.load(Relaxed));
    if found >= SimdWidth::Avx512 && most >= SimdWidth::Avx512 as u8 {
        // SAFETY: every feature the function is compiled for was just found.
        unsafe { avx512(kernel) }
    } else if found >= SimdWidth::Avx2 && most >= SimdWidth::Avx2 as u8 {
        // SAFETY: as above.
        unsafe { avx2(kernel) }
    } else {
        kernel.run();
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn found() -> SimdWidth {
    SimdWidth::Portable
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn widest<K: Kernel>(kernel: K) {
    kernel.run();
}
