/// What is kept of a peer's database from one link to the next, and by what it is recognised as unchanged.
public struct GATTMemory: Hashable, Sendable {
    /// What shows that a database is still the same.
    public enum Mark: Hashable, Sendable {
        /// The value of the Database Hash characteristic, 0x2B2A, 16 bytes.
        case hash([UInt8])
        /// The Firmware Revision, 0x2A26, where it lies; the list of primary services is compared besides.
        case firmware([UInt8], handle: UInt16)
    }

    /// What shows that it is still the same.
    public var mark: Mark
    /// The database.
    public var database: GATTDatabase

    /// A database with what marks it.
    public init(mark: Mark, database: GATTDatabase) {
        self.mark = mark
        self.database = database
    }
}
