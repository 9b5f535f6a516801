import CLinux

/// The C heap that all threads share, kept small for a process that runs for months.
public enum Heap {
    /// Has all threads share one arena; by default each gets one of its own, in which what stays long lies scattered
    /// among what a large job left, so that hardly a page can be given back. To be called before threads start.
    public static func keepSmall() { mallopt(M_ARENA_MAX, 1) }

    /// Hands free pages back to the system: after a large job, or now and then. Takes about a millisecond.
    public static func giveBack() { malloc_trim(0) }

    /// Lets go of code that only the start, or a large job, has run. What is needed again comes back from the page
    /// cache within microseconds.
    ///
    /// The start runs functions in hundreds of places of the program, and the kernel maps 64 KB around each that is
    /// touched: without this an idle gateway has 36 MB resident instead of 22 MB (docs/benchmarks.md).
    public static func giveBackCode() { nj_give_back_code() }
}
