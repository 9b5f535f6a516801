/// A peer's database, remembered from one link to the next, with what shows that it is unchanged.
package struct GATTMemory: Hashable, Sendable {
    /// What is compared to decide whether a remembered database still holds.
    package enum Mark: Hashable, Sendable {
        /// The value of the Database Hash characteristic, 0x2B2A, 16 bytes.
        case hash([UInt8])
        /// The Firmware Revision, 0x2A26, where it lies; the list of primary services is compared besides.
        case firmware([UInt8], handle: UInt16)
    }

    /// Compared with the peripheral's at the next connection.
    package var mark: Mark
    /// The services, characteristics and descriptors with their handles.
    package var database: GATTDatabase

    /// A database and the mark that it was read under.
    package init(mark: Mark, database: GATTDatabase) {
        self.mark = mark
        self.database = database
    }
}
