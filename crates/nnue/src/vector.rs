//! The two inner loops of a network.
//!
//! They are written once, in plain code that compilers vectorise. On x86-64 they are compiled a second time
//! for AVX2, which is selected at run time; NEON and WebAssembly's SIMD are selected at compile time. Integer
//! sums do not depend on the vector width.

/// The portable version.
pub(crate) mod plain {
    use crate::ACTIVATION_ONE;

    /// The number of parallel sums, so that each stays within 32 bits: a product is below 2^23.
    const LANES: usize = 16;

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    pub(crate) fn update<const N: usize>(
        sums: &mut [i16; N],
        columns: &[[i16; N]],
        removed: &[u16],
        added: &[u16],
    ) {
        // The number of values kept in registers while columns are added to them.
        if N.is_multiple_of(64) {
            update_blocks::<N, 64>(sums, columns, removed, added);
        } else {
            update_blocks::<N, 32>(sums, columns, removed, added);
        }
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "compiled anew for each set of instructions")]
    fn update_blocks<const N: usize, const BLOCK: usize>(
        sums: &mut [i16; N],
        columns: &[[i16; N]],
        removed: &[u16],
        added: &[u16],
    ) {
        const { assert!(N.is_multiple_of(32)) };
        for (index, sums) in sums.as_chunks_mut::<BLOCK>().0.iter_mut().enumerate() {
            let part = |feature: u16| &columns[usize::from(feature)].as_chunks::<BLOCK>().0[index];
            let mut block = *sums;
            for &feature in removed {
                for (sum, &value) in block.iter_mut().zip(part(feature)) {
                    *sum = sum.wrapping_sub(value);
                }
            }
            for &feature in added {
                for (sum, &value) in block.iter_mut().zip(part(feature)) {
                    *sum = sum.wrapping_add(value);
                }
            }
            *sums = block;
        }
    }

    /// The weighted sum of the squared clipped ReLU of the hidden values of both perspectives.
    pub(crate) fn activate<const N: usize>(hidden: [&[i16; N]; 2], weights: [&[i16; N]; 2]) -> i64 {
        const { assert!(N.is_multiple_of(LANES) && N <= 1024) };
        let mut lanes = [0_i32; LANES];
        for (hidden, weights) in hidden.into_iter().zip(weights) {
            for (hidden, weights) in hidden.as_chunks::<LANES>().0.iter().zip(weights.as_chunks::<LANES>().0)
            {
                for (lane, (&hidden, &weight)) in lanes.iter_mut().zip(hidden.iter().zip(weights)) {
                    let value = hidden.clamp(0, ACTIVATION_ONE);
                    // Weights are small enough for this product to fit into 16 bits.
                    *lane += i32::from(value) * i32::from(value.wrapping_mul(weight));
                }
            }
        }
        lanes.into_iter().map(i64::from).sum()
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        _mm256_add_epi32, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_max_epi16, _mm256_min_epi16,
        _mm256_mullo_epi16, _mm256_set1_epi16, _mm256_setzero_si256, _mm256_storeu_si256,
    };

    use crate::ACTIVATION_ONE;

    #[target_feature(enable = "avx2")]
    pub(super) fn update<const N: usize>(
        sums: &mut [i16; N],
        columns: &[[i16; N]],
        removed: &[u16],
        added: &[u16],
    ) {
        super::plain::update(sums, columns, removed, added);
    }

    /// Written by hand, because compilers do not find the instruction that multiplies 16-bit numbers and adds
    /// neighbours.
    #[target_feature(enable = "avx2")]
    pub(super) fn activate<const N: usize>(hidden: [&[i16; N]; 2], weights: [&[i16; N]; 2]) -> i64 {
        const { assert!(N.is_multiple_of(16) && N <= 1024) };
        let load = |values: &[i16; 16]| {
            // SAFETY: reads 32 bytes, the size of sixteen 16-bit numbers; unaligned loads are allowed.
            #[allow(unsafe_code, reason = "five times the speed of `plain`, by examples/speed.rs")]
            unsafe {
                _mm256_loadu_si256(values.as_ptr().cast())
            }
        };
        let (zero, one) = (_mm256_setzero_si256(), _mm256_set1_epi16(ACTIVATION_ONE));
        let mut lanes = zero;
        for (hidden, weights) in hidden.into_iter().zip(weights) {
            for (hidden, weights) in hidden.as_chunks().0.iter().zip(weights.as_chunks().0) {
                let value = _mm256_min_epi16(_mm256_max_epi16(load(hidden), zero), one);
                let weighed = _mm256_mullo_epi16(value, load(weights));
                lanes = _mm256_add_epi32(lanes, _mm256_madd_epi16(value, weighed));
            }
        }
        let mut sums = [0_i32; 8];
        // SAFETY: writes 32 bytes, the size of eight 32-bit numbers.
        #[allow(unsafe_code, reason = "the same")]
        unsafe {
            _mm256_storeu_si256(sums.as_mut_ptr().cast(), lanes);
        }
        sums.into_iter().map(i64::from).sum()
    }
}

/// Calls the fastest version of a loop that the processor supports.
macro_rules! fastest {
    ($name:ident($($argument:expr),*)) => {{
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code, reason = "vectors twice as wide; examples/speed.rs shows what they are worth")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: AVX2 support has just been checked.
            return unsafe { avx2::$name($($argument),*) };
        }
        plain::$name($($argument),*)
    }};
}

#[inline]
pub(crate) fn update<const N: usize>(
    sums: &mut [i16; N],
    columns: &[[i16; N]],
    removed: &[u16],
    added: &[u16],
) {
    fastest!(update(sums, columns, removed, added));
}

#[inline]
pub(crate) fn activate<const N: usize>(hidden: [&[i16; N]; 2], weights: [&[i16; N]; 2]) -> i64 {
    fastest!(activate(hidden, weights))
}
