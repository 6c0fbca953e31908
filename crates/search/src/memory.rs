//! Large zero-initialised memory, on any platform.

/// An array of zero-initialised values that are shared, so that only their interior can change.
pub(crate) struct Memory<T> {
    #[cfg(not(target_arch = "wasm32"))]
    pages: memmap2::MmapRaw,
    #[cfg(target_arch = "wasm32")]
    values: Vec<T>,
    #[cfg(not(target_arch = "wasm32"))]
    values: std::marker::PhantomData<T>,
}

/// A type for which all zeros is a valid value, at any alignment up to a page.
///
/// # Safety
/// Zeroed memory must be a valid value, and dropping one must do nothing.
#[allow(unsafe_code, reason = "memory is asked for from the system as bytes")]
pub(crate) unsafe trait Zeroed: Default {}

#[cfg(not(target_arch = "wasm32"))]
impl<T: Zeroed> Memory<T> {
    /// Allocates at most `count` values and at least one; fewer if there is not enough memory.
    pub(crate) fn new(count: usize) -> Memory<T> {
        let mut bytes = count.max(1).saturating_mul(size_of::<T>());
        let pages = loop {
            match memmap2::MmapMut::map_anon(bytes) {
                Ok(pages) => break pages,
                Err(error) if bytes == size_of::<T>() => panic!("no memory is left: {error}"),
                Err(_) => bytes = (bytes / 2).max(size_of::<T>()),
            }
        };
        // Entries are accessed at random, and each access needs an address translation: huge pages make most
        // of them hit the TLB. The pages are populated here rather than during the search. If the system
        // refuses either, the table is only slower.
        #[cfg(target_os = "linux")]
        for advice in [memmap2::Advice::HugePage, memmap2::Advice::PopulateWrite] {
            let _ = pages.advise(advice);
        }
        Memory { pages: pages.into(), values: std::marker::PhantomData }
    }

    #[inline]
    #[allow(unsafe_code, reason = "memory is asked for from the system as bytes")]
    pub(crate) fn values(&self) -> &[T] {
        let count = self.pages.len() / size_of::<T>();
        // SAFETY: the mapping has this length, lives as long as `self`, and is only accessed as these values.
        // It starts at a page boundary, so it is aligned; it is zeroed at first, which `Zeroed` allows.
        unsafe { std::slice::from_raw_parts(self.pages.as_mut_ptr().cast(), count) }
    }
}

/// WebAssembly has no pages to map and only one thread, so a vector is enough.
#[cfg(target_arch = "wasm32")]
impl<T: Zeroed> Memory<T> {
    /// Allocates at most `count` values and at least one; fewer if there is not enough memory.
    pub(crate) fn new(count: usize) -> Memory<T> {
        let mut count = count.max(1);
        let mut values = Vec::new();
        while values.try_reserve_exact(count).is_err() && count > 1 {
            count /= 2;
        }
        values.resize_with(count, T::default);
        Memory { values }
    }

    #[inline]
    pub(crate) fn values(&self) -> &[T] {
        &self.values
    }
}
