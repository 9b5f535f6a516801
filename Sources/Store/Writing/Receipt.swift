package import Signals

/// The place of something in the order in which it was handed to the store; what `Store.isDurable(_:)` and
/// acknowledgements to a device go by.
package struct Receipt: Comparable, Hashable, Sendable {
    /// Counts everything handed over since the store was opened.
    var position: UInt64

    /// Whether `a` was handed over before `b`.
    package static func < (a: Receipt, b: Receipt) -> Bool { a.position < b.position }
}

/// How much of a device's live data is on disk: after a power cut everything up to here is still there.
package struct Watermark: Hashable, Sendable {
    /// The last entry of this device on disk.
    package internal(set) var receipt: Receipt
    /// The latest instant of a sample or beat on disk since the store was opened; nil before the first.
    package internal(set) var latest: Instant?
}
