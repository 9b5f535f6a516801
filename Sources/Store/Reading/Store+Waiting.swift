package import Runtime

extension Store {
    /// Runs `body`, which reads, on a few threads that are made for waiting, and returns what it returns: neither the
    /// caller's thread nor one of Swift's waits for the disk. More than there are threads wait in order.
    ///
    /// ```swift
    /// let nights = try await store.reading { try $0.nights(on: date) }
    /// ```
    package func reading<T: Sendable>(_ body: @Sendable (Store) throws -> T) async rethrows -> T {
        try await withTaskExecutorPreference(waiting) { try body(self) }
    }

    /// The threads of ``reading(_:)``, for loops that are all about the store and wait for time between.
    package var diskThreads: ThreadExecutor { waiting }

    /// How much the threads of ``reading(_:)`` have to do.
    package var readingLoad: ThreadExecutor.Load { waiting.load }

    /// How often a thread that was not made for it has waited for the disk: none should but in a command, and while a
    /// gateway is opened.
    package var misplacedWaits: Int { readers.waits.count + gate.waits.count }
}
