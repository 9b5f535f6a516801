/// The store's number for an imported recording.
package struct RecordingID: RawRepresentable, Hashable, Sendable {
    /// The row number in the store.
    package var rawValue: Int64

    /// A recording of the given number.
    package init(rawValue: Int64) { self.rawValue = rawValue }
}
