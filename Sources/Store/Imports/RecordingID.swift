/// The store's number for an imported recording.
public struct RecordingID: RawRepresentable, Hashable, Sendable {
    /// The row number in the store.
    public var rawValue: Int64

    /// A recording of the given number.
    public init(rawValue: Int64) { self.rawValue = rawValue }
}
