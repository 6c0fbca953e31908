//! Run-time dispatch to the widest vector instructions of the processor.
//!
//! A [`Kernel`] is plain safe code over slices. It is compiled once for every [`SimdWidth`]; the version to
//! run is chosen at run time.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// The width of vector registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SimdWidth {
    /// The baseline of the architecture.
    Portable,
    /// 256 bits.
    Avx2,
    /// 512 bits.
    Avx512,
}

impl SimdWidth {
    /// All widths, narrowest first.
    pub const ALL: [SimdWidth; 3] = [SimdWidth::Portable, SimdWidth::Avx2, SimdWidth::Avx512];

    /// Returns the widest one the processor supports.
    pub fn here() -> SimdWidth {
        found()
    }

    /// Limits this process to this width from now on, for benchmarks and for testing the code of other
    /// processors.
    pub fn limit(self) {
        MOST.store(self as u8, Relaxed);
    }
}

/// The widest width that may be used.
static MOST: AtomicU8 = AtomicU8::new(SimdWidth::Avx512 as u8);

/// Code that benefits from wide vectors. Implementations mark [`run`](Self::run) and everything it calls
/// `#[inline(always)]`, otherwise it is compiled for the narrowest width.
pub(crate) trait Kernel {
    /// Runs the kernel.
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
        // SAFETY: every feature the function is compiled for has just been detected.
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
