//! What the engine and the page's worker call of each other.

// Names that another program calls, and what another program provides, can only be written down with the word `unsafe`.
// Nothing here does anything that is: numbers go in and out.
#![allow(unsafe_code)]

#[cfg(target_family = "wasm")]
mod wasm {
    use plybook_workbench::Listener;

    #[link(wasm_import_module = "plybook")]
    unsafe extern "C" {
        /// Hears an event: where its name and its data begin, and how long they are.
        safe fn tell(name: *const u8, name_length: usize, data: *const u8, data_length: usize);
    }

    /// The worker.
    struct Worker;

    impl Listener for Worker {
        fn hear(&self, event: &str, json: String, _: bool) {
            tell(event.as_ptr(), event.len(), json.as_ptr(), json.len());
        }

        fn closed(&self) -> bool {
            false
        }
    }

    /// Makes room for a question of so many bytes and says where it begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn reserve(length: usize) -> *const u8 {
        super::super::reserve(length)
    }

    /// Works on the question; gives the status.
    #[unsafe(no_mangle)]
    pub extern "C" fn ask() -> u32 {
        // What a fault of ours was is told before the module ends: a panic is its end.
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            tell("panic".as_ptr(), 5, text.as_ptr(), text.len());
        }));
        super::super::ask(&Worker).into()
    }

    /// Where the answer begins.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer() -> *const u8 {
        super::super::ANSWER.with_borrow(|answer| answer.as_ptr())
    }

    /// How many bytes the answer has.
    #[unsafe(no_mangle)]
    pub extern "C" fn answer_length() -> usize {
        super::super::ANSWER.with_borrow(|answer| answer.len())
    }
}
