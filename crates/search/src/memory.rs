//! Large zeroed memory, from wherever the target has it.

/// This many values, all bits of them zero; shared, so that only what is inside them can change.
pub(crate) struct Memory<T> {
    #[cfg(not(target_arch = "wasm32"))]
    pages: memmap2::MmapRaw,
    #[cfg(target_arch = "wasm32")]
    values: Vec<T>,
    #[cfg(not(target_arch = "wasm32"))]
    values: std::marker::PhantomData<T>,
}

/// A value that is all zeros at first, at any alignment up to a page.
///
/// # Safety
/// Zeroed memory must be a valid value, and dropping one must do nothing.
#[allow(unsafe_code, reason = "memory is asked for from the system as bytes")]
pub(crate) unsafe trait Zeroed: Default {}

#[cfg(not(target_arch = "wasm32"))]
impl<T: Zeroed> Memory<T> {
    /// At most `count` values and at least one; fewer where there is no such memory.
    pub(crate) fn new(count: usize) -> Memory<T> {
        let mut bytes = count.max(1).saturating_mul(size_of::<T>());
        let pages = loop {
            match memmap2::MmapMut::map_anon(bytes) {
                Ok(pages) => break pages,
                Err(error) if bytes == size_of::<T>() => panic!("no memory is left: {error}"),
                Err(_) => bytes = (bytes / 2).max(size_of::<T>()),
            }
        };
        // Positions lie all over the table, and where a page is on the machine is looked up for each of them:
        // the larger the pages, the more are known. What they cost to make is paid here, not while thinking.
        // Where either is refused it is only slower.
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
        // SAFETY: the memory is that long, lives as long as this, and is only ever seen as these values. It
        // begins with a page, so it is aligned; it is zeros at first, which `Zeroed` allows.
        unsafe { std::slice::from_raw_parts(self.pages.as_mut_ptr().cast(), count) }
    }
}

/// There are no pages to ask for, and one thread: a list does.
#[cfg(target_arch = "wasm32")]
impl<T: Zeroed> Memory<T> {
    /// At most `count` values and at least one; fewer where there is no such memory.
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
