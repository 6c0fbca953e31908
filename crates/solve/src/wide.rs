//! The widest vectors this processor has.
//!
//! A [`Kernel`] is plain safe code over slices. It is compiled once for every width below, and
//! which one runs is chosen when the program does.

/// Code worth compiling for wide vectors. Implementations mark [`run`](Self::run) and what it calls
/// `#[inline(always)]`, or it is compiled for the narrowest.
pub(crate) trait Kernel {
    /// Does the work.
    fn run(self);
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

    let avx2_found = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    let avx512_found = avx2_found
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl");
    if avx512_found {
        // SAFETY: every feature the function is compiled for was just found.
        unsafe { avx512(kernel) }
    } else if avx2_found {
        // SAFETY: as above.
        unsafe { avx2(kernel) }
    } else {
        kernel.run();
    }
}

#[cfg(not(target_arch = "x86_64"))]
pub(crate) fn widest<K: Kernel>(kernel: K) {
    kernel.run();
}
